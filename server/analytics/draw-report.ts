// The report of one sheet as a PDF: the same A4 page that the app prints. Loaded with the first one.
import {
  firstTries,
  footnotes,
  headline,
  latelyLines,
  longDay,
  REPORT_DAYS,
  type ReportLine,
  risen,
  type Share,
  STANDING_IN_REPORT,
  STANDINGS_OF_REPORT,
  shareOf,
  shortDay,
  soonLines,
  type TrainingReport,
  WEAK_BELOW,
  WELL_FROM,
} from '#sync/contract/training-report.ts';
import { measureText, writeText } from '../certificates/lettering.ts';
import { COLOURS, collect, drawMark, openPdf, type Page } from '../certificates/pdf-page.ts';

const [LEFT, RIGHT, BOTTOM] = [40, 555, 806];
const WIDTH = RIGHT - LEFT;

interface Style {
  size?: number;
  isBold?: boolean;
  colour?: string;
  width?: number;
  align?: 'left' | 'right' | 'center';
  /** More is cut, with an ellipsis. */
  height?: number;
  tag?: 'H1' | 'H2' | 'P';
}

/** Writes one text after the other, each tagged for screen readers; answers how high it is. */
type Write = (text: string, left: number, top: number, style?: Style) => number;

export async function drawReport(report: TrainingReport): Promise<Buffer<ArrayBuffer>> {
  const { organization, today, people, groups } = report;
  const at = new Date(`${today}T00:00:00Z`);
  const page = openPdf({ title: `Training report, ${longDay(today)}`, subject: organization.name, at });
  const bytes = collect(page);
  const whole = page.struct('Document');
  page.addStructure(whole);
  const write: Write = (text, left, top, { tag = 'P', size = 9, isBold, colour, height, ...style } = {}) => {
    const lettering = { font: isBold ? 'bold' : 'sans', size, width: RIGHT - left, height, ...style };
    const high = height ?? measureText(page, text, lettering).height;
    const draw = () => {
      page.fillColor(colour ?? COLOURS.ink);
      writeText(page, text, [left, top], lettering);
    };
    whole.add(page.struct(tag, {}, draw));
    return high;
  };
  paint(page, () => drawMark(page, LEFT, 38, 28));
  write('Training report', 78, 36, { size: 18, isBold: true, tag: 'H1' });
  const of = [
    `${people.toLocaleString('en')} ${people === 1 ? 'person' : 'people'}`,
    groups > 0 && `${groups} ${groups === 1 ? 'group' : 'groups'}`,
  ];
  write(`${organization.name}, ${of.filter(Boolean).join(' in ')}`, 78, 58, {
    colour: COLOURS.soft,
    width: 320,
    height: 11,
  });
  write(longDay(today), 400, 42, { width: RIGHT - 400, align: 'right', colour: COLOURS.soft });
  paint(page, () => rule(page, 80, COLOURS.ink, 1.5));
  drawShare(page, write, report);
  let y = drawGrid(page, write, report, 178);
  const half = (WIDTH - 20) / 2;
  const below = [
    drawLines(page, write, {
      title: `Last ${REPORT_DAYS} days`,
      lines: latelyLines(report),
      left: LEFT,
      width: half,
      top: y,
    }),
    drawLines(page, write, {
      title: `Next ${REPORT_DAYS} days`,
      lines: soonLines(report),
      left: LEFT + half + 20,
      width: half,
      top: y,
    }),
  ];
  y = drawQuizzes(page, write, report, Math.max(...below) + 14);
  const notes = footnotes(report);
  paint(page, () => rule(page, Math.max(y, BOTTOM - 12 * notes.length - 12), COLOURS.line, 0.5));
  y = Math.max(y, BOTTOM - 12 * notes.length - 12) + 5;
  for (const note of notes) y += write(note, LEFT, y, { size: 6.5, colour: COLOURS.soft, width: WIDTH }) + 1;
  whole.end();
  page.end();
  return bytes;
}

/** What says nothing to a screen reader. */
function paint(page: Page, draw: () => void): void {
  page.markContent('Artifact', { type: 'Layout' });
  draw();
  page.endMarkedContent();
}

function rule(page: Page, top: number, colour: string, thick: number, [from, to] = [LEFT, RIGHT]): void {
  page.moveTo(from, top).lineTo(to, top).lineWidth(thick).strokeColor(colour).stroke();
}

function bar(
  page: Page,
  { left, top, width, percent, colour }: Record<'left' | 'top' | 'width' | 'percent', number> & { colour: string },
): void {
  page.roundedRect(left, top, width, 5, 2.5).fill(COLOURS.sunken);
  if (percent > 0) page.roundedRect(left, top, Math.max(5, (width * percent) / 100), 5, 2.5).fill(colour);
}

const STANDING_COLOURS = { valid: COLOURS.well, training: '#8b8192', overdue: COLOURS.warn, expired: COLOURS.danger };

function drawShare(page: Page, write: Write, report: TrainingReport): void {
  const { all, standings, trend } = report;
  write(all.people === 0 ? '–' : `${shareOf(all)}%`, LEFT, 96, { size: 40, isBold: true, width: 130 });
  write('have everything required valid', 168, 94, { size: 11.5, isBold: true, tag: 'H2', width: 230 });
  write(headline(report), 168, 110, { size: 8.5, colour: COLOURS.soft, width: 230, height: 11 });
  let [left, legend] = [168, 168];
  for (const standing of STANDINGS_OF_REPORT) {
    const people = standings[standing];
    if (people === 0) continue;
    const width = (218 * people) / Math.max(1, all.people);
    const [from, sign] = [left, legend];
    paint(page, () => {
      page.rect(from, 127, Math.max(2, width - 1), 8).fill(STANDING_COLOURS[standing]);
      page.rect(sign, 143, 6, 6).fill(STANDING_COLOURS[standing]);
    });
    const words = `${people.toLocaleString('en')} ${STANDING_IN_REPORT[standing]}`;
    write(words, sign + 9, 141, { size: 7.5, width: 80 });
    left += width;
    legend += 9 + page.widthOfString(words) + 9;
  }
  for (const [n, { day, share }] of trend.entries()) {
    const [x, isLast] = [408 + 25 * n, n === trend.length - 1];
    const height = share ? Math.max(1, (38 * shareOf(share)) / 100) : 0;
    if (share) paint(page, () => page.rect(x, 146 - height, 21, height).fill(isLast ? COLOURS.well : COLOURS.wellPast));
    write(share ? `${shareOf(share)}%` : '–', x - 2, 136 - height, {
      size: 7,
      isBold: isLast,
      width: 25,
      align: 'center',
    });
    write(shortDay(day), x - 3, 149, { size: 6.5, isBold: isLast, width: 27, align: 'center', colour: COLOURS.soft });
  }
}

const COLUMNS = { name: 112, people: 40, valid: 88, change: 46 };
const ROW = 18.5;

function drawGrid(page: Page, write: Write, report: TrainingReport, top: number): number {
  const { courses, rows, all } = report;
  const first = LEFT + COLUMNS.name + COLUMNS.people + 8;
  const after = RIGHT - COLUMNS.valid - COLUMNS.change;
  const each = (after - first) / Math.max(1, courses.length);
  write('By group and course, people with a valid certificate, worst first', LEFT, top, {
    size: 11,
    isBold: true,
    tag: 'H2',
  });
  const head = { size: 7, colour: COLOURS.soft, height: 25 };
  write('Group', LEFT, top + 36, { ...head, height: 9 });
  write('People', LEFT + COLUMNS.name, top + 36, { ...head, height: 9, width: COLUMNS.people, align: 'right' });
  for (const [n, { title }] of courses.entries())
    write(title, first + each * n + 1, top + 19, { ...head, width: each - 2, align: 'center' });
  write('Everything valid', after, top + 36, { ...head, height: 9, width: COLUMNS.valid, align: 'right' });
  write(`${REPORT_DAYS} days`, RIGHT - COLUMNS.change, top + 36, {
    ...head,
    height: 9,
    width: COLUMNS.change,
    align: 'right',
  });
  let y = top + 48;
  for (const row of [...rows, { ...all, name: 'Everyone', id: undefined }]) {
    const isAll = row.id === undefined;
    const line = { size: 8.5, isBold: isAll, height: 11 };
    const [text, at] = [y + 4, y];
    paint(page, () => {
      rule(page, at, isAll ? COLOURS.ink : COLOURS.line, isAll ? 1 : 0.5);
      for (const [n, cell] of row.cells.entries())
        if (!isAll) tint(page, cell, [first + each * n + 1, at + 0.5, each - 2, ROW - 1]);
      const [left, percent] = [after + 14, shareOf(row)];
      if (row.people > 0) bar(page, { left, top: text + 3, width: 38, percent, colour: COLOURS.well });
    });
    write(row.name, LEFT, text, { ...line, isBold: true, width: COLUMNS.name });
    write(row.people.toLocaleString('en'), LEFT + COLUMNS.name, text, {
      ...line,
      width: COLUMNS.people,
      align: 'right',
    });
    for (const [n, cell] of row.cells.entries()) {
      const isWeak = !isAll && isWeakCell(cell);
      const words = cell ? `${isWeak ? '⚠ ' : ''}${shareOf(cell)}%` : '-';
      const style = isWeak ? { colour: COLOURS.warnText, isBold: true } : {};
      write(words, first + each * n, text, { ...line, ...style, width: each, align: 'center' });
    }
    write(row.people > 0 ? `${shareOf(row)}%` : '-', after, text, {
      ...line,
      isBold: true,
      width: COLUMNS.valid,
      align: 'right',
    });
    write(changeWords(row), RIGHT - COLUMNS.change, text, { ...line, width: COLUMNS.change, align: 'right' });
    y += ROW;
  }
  return y + 16;
}

const isWeakCell = (cell: Share | null) => cell !== null && shareOf(cell) < WEAK_BELOW;

function tint(page: Page, cell: Share | null, [x, y, width, height]: [number, number, number, number]): void {
  if (!cell) return;
  if (isWeakCell(cell)) page.rect(x, y, width, height).fill(COLOURS.warnSoft);
  else if (shareOf(cell) >= WELL_FROM) page.rect(x, y, width, height).fill(COLOURS.wellSoft);
}

function changeWords(row: Share & { before: Share | null }): string {
  const change = risen(row, row.before);
  if (change === null) return row.people > 0 ? 'new' : '';
  if (change === 0) return '0';
  return `${change > 0 ? '↑' : '↓'} ${Math.abs(change)}`;
}

interface Lines {
  title: string;
  lines: ReportLine[];
  left: number;
  width: number;
  top: number;
}

function drawLines(page: Page, write: Write, { title, lines, left, width, top }: Lines): number {
  write(title, left, top, { size: 11, isBold: true, tag: 'H2', width });
  let y = top + 18;
  for (const { before, bold, rest } of lines.length > 0
    ? lines
    : [{ before: '', bold: '', rest: 'Nothing ends and nothing is due.' }]) {
    const at = y;
    paint(page, () => rule(page, at, COLOURS.line, 0.5, [left, left + width]));
    write(before, left, y + 4, { size: 8, isBold: true, width: 38, height: 10 });
    y += write(bold + rest, left + 42, y + 4, { size: 8, width: width - 42 }) + 8;
  }
  return y;
}

function drawQuizzes(page: Page, write: Write, { quizzes }: TrainingReport, top: number): number {
  write('Quizzes to look at, with the lowest pass rates', LEFT, top, { size: 11, isBold: true, tag: 'H2' });
  let y = top + 18;
  if (quizzes.length === 0) return y + write('Every quiz is passed often enough.', LEFT, y, { size: 8 }) + 10;
  for (const quiz of quizzes) {
    const at = y;
    paint(page, () => {
      rule(page, at, COLOURS.line, 0.5);
      bar(page, { left: 236, top: at + 8, width: 70, percent: quiz.passRate, colour: COLOURS.warn });
    });
    write(quiz.title, LEFT, y + 3, { size: 8, isBold: true, width: 186, height: 10 });
    write(quiz.course, LEFT, y + 13, { size: 7.5, colour: COLOURS.soft, width: 186, height: 10 });
    write(`${quiz.passRate}%`, 312, y + 5, { size: 8.5, isBold: true, width: 34 });
    write(firstTries(quiz), 350, y + 5, { size: 7.5, width: RIGHT - 350, height: 20 });
    y += 27;
  }
  return y + 4;
}

// The certificate as a PDF: one landscape A4 page, tagged for screen readers, with embedded fonts. Loaded with the first PDF.

import encodeQr from 'qr';
import { type Certificate, certificateDate } from '#sync/contract/certificate.ts';
import type { Words } from '../words/words.ts';
import { measureText, writeText } from './lettering.ts';
import { COLOURS, collect, drawMark, openPdf, type Page, readFont } from './pdf-page.ts';

/** A line of the page: the place of its box, in points from the upper left corner, and its style. */
interface Line {
  text: string;
  top: number;
  size: number;
  font?: Face;
  colour?: string;
  left?: number;
  width?: number;
  /** The role for screen readers. */
  tag?: 'H1' | 'P';
  link?: string;
}

/** A text that may be long: it is set as large as its box allows, at the box's lower edge or in its middle. */
interface Fitted {
  text: string;
  bottom: number;
  height: number;
  most: number;
  least: number;
  isCentred?: boolean;
}

type Face = 'serif' | 'sans' | 'bold';

const MARGIN = 90;
const BRAND = 'Groundwork';
/** The mark and the gap behind it. */
const MARK_ROOM = 44;

/** The characters of the serif font; a name with other Cyrillic letters is set in the sans, which has them all. */
const IN_SERIF =
  /^[\u0020-\u007E\u00A0-\u02AF\u0370-\u03E1\u0400-\u045F\u0490\u0491\u1E00-\u1EFB\u1F00-\u1FFF\u2010-\u2026\u20AC\u2116\u2122]*$/;

interface Drawing {
  i18n: Words;
  verifyAddress: string;
  code?: string | undefined;
}

/** The PDF's bytes, in one language identical each time; `verifyAddress` is printed on it, and `code` as a QR code. The texts must pass `fitsPdf`. */
export async function drawCertificate(
  certificate: Certificate,
  { i18n, verifyAddress, code }: Drawing,
): Promise<Buffer<ArrayBuffer>> {
  const { serial, issuedAt, validUntil, issuerName } = certificate;
  const learnerName = certificate.learnerName.normalize('NFC');
  const courseTitle = certificate.courseTitle.normalize('NFC');
  const page = openPage({ learnerName, courseTitle, issuedAt }, i18n);
  // As on the page of the certificate.
  const dayOf = (at: string) => (i18n.language === 'en' ? certificateDate(at) : i18n.day(at));
  const bytes = collect(page);
  const brand = page.font('bold').fontSize(19).widthOfString(BRAND);
  const brandLeft = (PAGE.width - MARK_ROOM - brand) / 2;
  page.markContent('Artifact', { type: 'Layout' });
  const name = fitLine(page, { text: learnerName, bottom: 268, height: 66, most: 40, least: 17 });
  drawFrame(page, widthOf(page, name));
  drawSeal(page);
  drawMark(page, brandLeft, 60);
  page.endMarkedContent();
  const whole = page.struct('Document');
  page.addStructure(whole);
  const title = { text: i18n._('Certificate of Completion'), bottom: 0, height: 40, most: 31, least: 16 };
  const lines: Line[] = [
    { text: BRAND, top: 66, size: 19, font: 'bold', left: brandLeft + MARK_ROOM, width: brand + 1 },
    { ...fitLine(page, title), top: 118, colour: COLOURS.accent, tag: 'H1' },
    { text: i18n._('This certifies that'), top: 178, size: 13, colour: COLOURS.soft },
    name,
    { text: i18n._('has completed the course'), top: 288, size: 13, colour: COLOURS.soft },
    fitLine(page, { text: courseTitle, bottom: 390, height: 76, most: 26, least: 10, isCentred: true }),
    ...(issuerName
      ? [{ text: i18n._('Issued by {issuerName}', { issuerName }), top: 396, size: 12, colour: COLOURS.soft }]
      : []),
    { text: dayOf(issuedAt), top: 444, size: 13, font: 'bold', left: 96, width: 200 },
    { text: i18n._('Date of issue'), top: 470, size: 10.5, colour: COLOURS.soft, left: 96, width: 200 },
    { text: serial, top: 444, size: 13, font: 'bold', left: 546, width: 200 },
    { text: i18n._('Serial number'), top: 470, size: 10.5, colour: COLOURS.soft, left: 546, width: 200 },
    ...(validUntil
      ? [{ text: i18n._('Valid until {day}', { day: dayOf(validUntil) }), top: 504, size: 12, font: 'bold' as const }]
      : []),
    {
      text: i18n._('Verify this certificate at {verifyAddress}', { verifyAddress }),
      top: 526,
      size: 10.5,
      colour: COLOURS.soft,
      link: verifyAddress,
    },
  ];
  const alt = i18n._('QR code to verify this certificate');
  if (code) whole.add(page.struct('Figure', { alt }, () => drawCode(page, code)));
  for (const line of lines) whole.add(page.struct(line.tag ?? 'P', { actual: line.text }, () => writeLine(page, line)));
  whole.end();
  page.end();
  return bytes;
}

function openPage(
  { learnerName, courseTitle, issuedAt }: Pick<Certificate, 'learnerName' | 'courseTitle' | 'issuedAt'>,
  i18n: Words,
) {
  const page = openPdf({
    isAcross: true,
    language: i18n.language,
    title: i18n._('Certificate of Completion: {courseTitle}', { courseTitle }),
    subject: i18n._('{learnerName} has completed the course {courseTitle}', { learnerName, courseTitle }),
    at: new Date(issuedAt),
  });
  page.registerFont('serif', readFont('DejaVuSerif-Bold.ttf'));
  return page;
}

function writeLine(page: Page, line: Line): void {
  const { text, top, size, font = 'sans', colour = COLOURS.ink, link } = line;
  const { left = MARGIN, width = PAGE.width - 2 * MARGIN } = line;
  page.fillColor(colour);
  writeText(page, text, [left, top], { font, size, width, align: 'center', link });
}

/** The largest size at which the text stays inside its box. */
function fitLine(page: Page, { text, bottom, height, most, least, isCentred }: Fitted): Line {
  const font = IN_SERIF.test(text) ? 'serif' : 'bold';
  const width = PAGE.width - 2 * MARGIN;
  const at = (size: number) => measureText(page, text, { font, size, width });
  const fits = (size: number) => at(size).height <= height && at(size).word <= width;
  let size = most;
  while (size > least && !fits(size)) size -= 0.5;
  const taken = at(size).height;
  const spare = Math.max(0, height - taken);
  return { text, top: bottom - taken - (isCentred ? spare / 2 : 0), size, font };
}

/** How wide a line is, at most as wide as its box. */
function widthOf(page: Page, { text, size, font = 'sans' }: Line): number {
  return measureText(page, text, { font, size, width: PAGE.width - 2 * MARGIN }).line;
}

// What is drawn on a certificate besides its text; sizes in points.

/** A4, landscape. */
const PAGE = { width: 841.89, height: 595.28 };

/** Two frames with a square in each corner, and the lines under name, date and serial; that under the name is as wide as it. */
function drawFrame(page: Page, nameWidth: number): void {
  const { width, height } = PAGE;
  page.lineWidth(3).strokeColor(COLOURS.accent);
  page.rect(22, 22, width - 44, height - 44).stroke();
  page.lineWidth(0.75).strokeColor(COLOURS.faint);
  page.rect(31, 31, width - 62, height - 62).stroke();
  for (const x of [22, width - 22]) {
    for (const y of [22, height - 22]) page.rect(x - 8, y - 8, 16, 16).fill(COLOURS.accent);
  }
  page.lineWidth(1).strokeColor(COLOURS.accent);
  const reach = Math.max(400, nameWidth) / 2;
  page
    .moveTo(width / 2 - reach, 274)
    .lineTo(width / 2 + reach, 274)
    .stroke();
  page.lineWidth(0.75).strokeColor(COLOURS.faint);
  for (const x of [116, 566])
    page
      .moveTo(x, 464)
      .lineTo(x + 160, 464)
      .stroke();
}

/** In the upper right corner, 1.1 points a module at the most common size. */
const CODE = { left: 704, top: 46, width: 88 };

function drawCode(page: Page, code: string): void {
  const rows = encodeQr(code, 'raw', { border: 1, ecc: 'low' });
  page.save();
  page.translate(CODE.left, CODE.top).scale(CODE.width / rows.length);
  for (const [y, row] of rows.entries()) for (const [x, isDark] of row.entries()) if (isDark) page.rect(x, y, 1, 1);
  page.fill(COLOURS.ink);
  page.restore();
}

const TEETH = 24;

/** A notched seal with a tick, in the middle between date and serial. */
function drawSeal(page: Page): void {
  const [x, y] = [PAGE.width / 2, 456];
  const corners = Array.from({ length: 2 * TEETH }, (_, n) => {
    const angle = (n * Math.PI) / TEETH;
    const reach = n % 2 === 0 ? 44 : 39;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)] as [number, number];
  });
  page.polygon(...corners).fill(COLOURS.accent);
  page.circle(x, y, 32).lineWidth(1).strokeColor(COLOURS.paper).stroke();
  page.lineWidth(5.5).lineCap('round').lineJoin('round').strokeColor(COLOURS.paper);
  page
    .moveTo(x - 13, y + 1)
    .lineTo(x - 4, y + 10)
    .lineTo(x + 14, y - 10)
    .stroke();
}

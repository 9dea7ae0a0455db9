// What is drawn on a certificate besides its words; sizes in points.
import type PDFDocument from 'pdfkit';

type Page = InstanceType<typeof PDFDocument>;

/** A4 across. */
export const PAGE = { width: 841.89, height: 595.28 };

/** The light theme of the product's pages, on paper. */
export const COLOURS = { accent: '#6d28d9', faint: '#c9b6f2', ink: '#1a1623', soft: '#554f66', paper: '#ffffff' };

/** Two frames with a square in each corner, and the lines that name, date and serial stand on. */
export function drawFrame(page: Page): void {
  const { width, height } = PAGE;
  page.lineWidth(3).strokeColor(COLOURS.accent);
  page.rect(22, 22, width - 44, height - 44).stroke();
  page.lineWidth(0.75).strokeColor(COLOURS.faint);
  page.rect(31, 31, width - 62, height - 62).stroke();
  for (const x of [22, width - 22]) {
    for (const y of [22, height - 22]) page.rect(x - 8, y - 8, 16, 16).fill(COLOURS.accent);
  }
  page.lineWidth(1).strokeColor(COLOURS.accent);
  page.moveTo(221, 274).lineTo(621, 274).stroke();
  page.lineWidth(0.75).strokeColor(COLOURS.faint);
  for (const x of [116, 566])
    page
      .moveTo(x, 464)
      .lineTo(x + 160, 464)
      .stroke();
}

/** The product's mark, 34 points wide. */
export function drawMark(page: Page, left: number, top: number): void {
  page.save();
  page.translate(left, top).scale(34 / 512);
  page.roundedRect(0, 0, 512, 512, 120).fill(COLOURS.accent);
  page.strokeColor(COLOURS.paper).lineJoin('round').lineWidth(58);
  page.path('M341 113A118 118 0 1 0 374 198H262').stroke();
  page.lineCap('round').lineWidth(42).path('M118 398H394').stroke();
  page.lineWidth(28).strokeOpacity(0.6).path('M178 456H334').stroke();
  page.restore();
}

const TEETH = 24;

/** A notched seal with a tick, in the middle between date and serial. */
export function drawSeal(page: Page): void {
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

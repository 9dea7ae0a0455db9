// What the PDFs of the server have in common: one tagged A4 page with embedded fonts, and the product's mark.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

export type Page = InstanceType<typeof PDFDocument>;

/** The colours of the light theme, on paper. */
export const COLOURS = {
  ...{ accent: '#6d28d9', faint: '#c9b6f2', ink: '#1a1623', soft: '#554f66', paper: '#ffffff', line: '#d9d2c8' },
  ...{ sunken: '#f0ebe4', well: '#15803d', wellSoft: '#e5f4e9', wellPast: '#b5d6c2', wellText: '#166534' },
  ...{ warn: '#b86a08', warnSoft: '#fcf0d9', warnText: '#7a4304', danger: '#b91c1c' },
};

interface Document {
  isAcross?: boolean;
  language?: string;
  title: string;
  subject: string;
  at: Date;
}

/** A page with the fonts 'sans' and 'bold'. Nothing in it depends on the moment of drawing. */
export function openPdf({ isAcross = false, language = 'en', title, subject, at }: Document): Page {
  const page = new PDFDocument({
    size: 'A4',
    layout: isAcross ? 'landscape' : 'portrait',
    margin: 0,
    // No font by name: the library would look for the metrics of Helvetica beside itself.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: 'Groundwork', Subject: subject, Creator: 'Groundwork', CreationDate: at },
  });
  page.registerFont('sans', readFont('DejaVuSans.ttf'));
  page.registerFont('bold', readFont('DejaVuSans-Bold.ttf'));
  return page;
}

/** The bytes, once the page has ended. */
export function collect(page: Page): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    page.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    page.on('end', () => resolve(Buffer.concat(chunks)));
    page.on('error', reject);
  });
}

// The embedded fonts: in the sources from their package, in the built server from the folder `fonts` (build.mjs).

/** The bytes of a font or of its index; read when a text needs it, and cached. DejaVu has Latin, Greek and Cyrillic, Noto the rest. */
export function readFont(file: string): Buffer<ArrayBuffer> {
  const known = read.get(file);
  if (known) return known;
  // Bundled chunks may be in a folder of their own, one below the server's entry.
  const packages = ['../../node_modules/dejavu-fonts-ttf/ttf', '../../node_modules/@fontsource'];
  const places = ['./certificates/fonts', '../certificates/fonts', ...packages];
  const found = places
    .map((place) => fileURLToPath(new URL(`${place}/${file}`, import.meta.url)))
    .find((place) => existsSync(place));
  if (!found) throw new Error(`The font ${file} is missing from this installation.`);
  const bytes = readFileSync(found);
  read.set(file, bytes);
  return bytes;
}

const read = new Map<string, Buffer<ArrayBuffer>>();

/** The product's mark, by default 34 points wide. */
export function drawMark(page: Page, left: number, top: number, width = 34): void {
  page.save();
  page.translate(left, top).scale(width / 512);
  page.roundedRect(0, 0, 512, 512, 120).fill(COLOURS.accent);
  page.strokeColor(COLOURS.paper).lineJoin('round').lineWidth(58);
  page.path('M341 113A118 118 0 1 0 374 198H262').stroke();
  page.lineCap('round').lineWidth(42).path('M118 398H394').stroke();
  page.lineWidth(28).strokeOpacity(0.6).path('M178 456H334').stroke();
  page.restore();
}

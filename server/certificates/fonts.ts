// The fonts embedded in a PDF: in the sources from their package, in the built server from the folder `fonts` (build.mjs).
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** DejaVu has Latin, Greek and Cyrillic; its serif, for name and title, lacks some letters of the latter. */
export type FontFile = 'DejaVuSerif-Bold.ttf' | 'DejaVuSans.ttf' | 'DejaVuSans-Bold.ttf';

/** The bytes of a font; read with the first PDF and kept. */
export function readFont(file: FontFile): Buffer {
  const known = read.get(file);
  if (known) return known;
  // Bundled chunks may lie in a folder of their own, one below the server's entry.
  const places = ['./certificates/fonts', '../certificates/fonts', '../../node_modules/dejavu-fonts-ttf/ttf'];
  const found = places
    .map((place) => fileURLToPath(new URL(`${place}/${file}`, import.meta.url)))
    .find((place) => existsSync(place));
  if (!found) throw new Error(`The font ${file} is missing from this installation.`);
  const bytes = readFileSync(found);
  read.set(file, bytes);
  return bytes;
}

const read = new Map<string, Buffer>();

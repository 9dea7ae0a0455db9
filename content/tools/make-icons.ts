// Draws every icon of the app from mark.svg into app/public/icons. Run by hand after a change of the mark:
// CHROMIUM_PATH=chromium node content/tools/make-icons.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const PURPLE = '#5b21b6';
const folder = fileURLToPath(new URL('../public/icons/', import.meta.url));
const mark = readFileSync(new URL('mark.svg', import.meta.url), 'utf8').replace(
  /^<svg[^>]*>|<title>.*<\/title>|<\/svg>\s*$/g,
  '',
);

/** `corner` is the radius of the ground in 512ths, undefined for no ground; `scale` shrinks the mark about the middle. */
type Look = { corner?: number; scale: number };

function drawing({ corner, scale }: Look): string {
  const ground = corner === undefined ? '' : `<rect width="512" height="512" rx="${corner}" fill="${PURPLE}"/>`;
  const shift = 256 * (1 - scale);
  const placed = `<g transform="translate(${shift} ${shift}) scale(${scale})">${mark.trim()}</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><title>Groundwork</title>${ground}${placed}</svg>`;
}

const ANY: Look = { corner: 112, scale: 0.92 };
/** Launchers cut a maskable icon down to the circle of 80 percent: the mark stays inside it. */
const MASKABLE: Look = { corner: 0, scale: 0.68 };

const PICTURES: [name: string, size: number, look: Look][] = [
  ['icon-192.png', 192, ANY],
  ['icon-512.png', 512, ANY],
  ['maskable-512.png', 512, MASKABLE],
  ['monochrome-512.png', 512, { scale: 0.92 }],
  ['apple-touch-icon.png', 180, { corner: 0, scale: 0.82 }],
];

writeFileSync(`${folder}favicon.svg`, `${drawing(ANY)}\n`);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox'] });
for (const [name, size, look] of PICTURES) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${drawing(look)}`);
  await page.screenshot({ path: `${folder}${name}`, omitBackground: true });
  await page.close();
}
await browser.close();

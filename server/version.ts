import { existsSync, readFileSync } from 'node:fs';

/** The product's version as package.json has it: one folder up from the sources, two or three from the built server. */
export function readVersion(): string {
  const places = ['../package.json', '../../package.json', '../../../package.json'];
  const found = places.map((place) => new URL(place, import.meta.url)).find((place) => existsSync(place));
  if (!found) throw new Error('package.json is missing from this installation.');
  return JSON.parse(readFileSync(found, 'utf8')).version;
}

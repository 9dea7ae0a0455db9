// `npm run languages -- extract` writes the sentences of the code into the catalogs; docs/languages.md tells the rest.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { explain } from '../server/launch.mjs';

const USAGE = `Usage:
  npm run languages -- extract            writes every sentence of the code into the catalogs, and takes out what is gone
  npm run languages -- check              fails when a catalog lacks a sentence, or one has no translation
  npm run languages -- add LOCALE AREA... begins a language, or an area of one: learn, account, admin, refusals, server`;

explain(USAGE, ([verb, ...words]) =>
  verb === 'add' ? words.length > 1 : /^(extract|check)$/.test(verb ?? '') && words.length === 0,
);

const { AREAS, fileOf, languagesOf } = await import('../lingui.config.ts');
type Area = keyof typeof AREAS;
const areas = Object.keys(AREAS) as Area[];

/** Lingui knows one list of languages for all its catalogs, and here each area has its own. */
function lingui(area: Area, ...words: string[]): boolean {
  if (languagesOf(area).length === 0) return true;
  console.log(`\n${area}: lingui ${words.join(' ')}`);
  const env = { ...process.env, LANGUAGES_AREA: area };
  return spawnSync('lingui', [...words, '--workers', '1'], { stdio: 'inherit', env }).status === 0;
}

const extract = () => areas.map((area) => lingui(area, 'extract', '--clean'));
const check = () =>
  areas.flatMap((area) => [lingui(area, 'check', 'sync', '--clean'), lingui(area, 'check', 'missing')]);

function add([locale = '', ...names]: string[]): boolean[] {
  const unknown = names.filter((name) => !(name in AREAS));
  if (unknown.length > 0 || Intl.getCanonicalLocales(locale)[0] !== locale) throw new Error(USAGE);
  for (const area of names as Area[]) {
    const file = fileOf(area, locale);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '', { flag: 'wx' });
  }
  return extract();
}

const [verb, ...words] = process.argv.slice(2);
const went = verb === 'add' ? add(words) : verb === 'check' ? check() : extract();
if (went.includes(false)) process.exitCode = 1;

// The languages that this server has words in: English, which stands in the code, and each that has a catalog in server/locales.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#sync/contract/refusal.ts';

// Bundled chunks may be in a folder of their own, one below the server's entry.
export const CATALOGS =
  ['./locales/', '../locales/']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((place) => existsSync(place)) ?? '';

export const LANGUAGES_HERE: readonly string[] = [
  ...new Set(['en', ...readdirSync(CATALOGS).flatMap((name) => /^(.+)\.po$/.exec(name)?.[1] ?? [])]),
];

/** The change, unless it is to a language that is not offered: refuses `language_not_offered`. */
export function offered<T extends { language?: string | null | undefined }>(
  { languages }: { languages: readonly string[] },
  change: T,
): T {
  if (change.language && !languages.includes(change.language)) {
    throw new Refusal('language_not_offered', { field: 'language' });
  }
  return change;
}

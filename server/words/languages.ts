// The languages that this server has words in: English, which stands in the code, and each that has a catalog in server/locales.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Refusal } from '#sync/contract/refusal.ts';

// Bundled chunks may be in a folder of their own, one below the server's entry.
export const CATALOGS =
  ['../locales/', './locales/'].map((place) => fileURLToPath(new URL(place, import.meta.url))).find(existsSync) ?? '';

export const LANGUAGES_HERE: readonly string[] = [
  ...new Set(['en', ...readdirSync(CATALOGS).flatMap((name) => /^(.+)\.po$/.exec(name)?.[1] ?? [])]),
];

/** The languages of an installation, as its settings have them. */
export interface Offer {
  languages: readonly string[];
  defaultLanguage: string;
}

/** The change, unless it is to a language that is not offered: refuses `language_not_offered`. */
export function offered<T extends { language?: string | null | undefined }>({ languages }: Offer, change: T): T {
  if (change.language && !languages.includes(change.language)) {
    throw new Refusal('language_not_offered', { field: 'language' });
  }
  return change;
}

/** The first of these that is offered, such as the person's and that of their organization; else the default. */
export function firstOffered({ languages, defaultLanguage }: Offer, ...wanted: (string | null | undefined)[]): string {
  return wanted.find((language) => language && languages.includes(language)) ?? defaultLanguage;
}

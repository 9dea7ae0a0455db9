// Where the sentences are and where their translations lie. A folder of app/locales is a language, and each file in it claims an area.
import { existsSync, readdirSync } from 'node:fs';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import { createSwcExtractor } from '@lingui/native-tools';

const shared = ['app/*.tsx', 'app/ui/*.ts', 'app/ui/*.tsx', 'app/ui/form/', 'app/shell/', 'app/device/', 'app/api/'];

export const AREAS = {
  learn: {
    path: 'app/locales/{locale}/learn',
    include: ['app/learn/', ...shared],
    exclude: ['app/api/refusals.ts'],
  },
  account: { path: 'app/locales/{locale}/account', include: ['app/account/'] },
  admin: { path: 'app/locales/{locale}/admin', include: ['app/admin/', 'app/ui/table/'] },
  refusals: { path: 'app/locales/{locale}/refusals', include: ['app/api/refusals.ts'] },
  server: { path: 'server/locales/{locale}', include: ['server/'] },
};
export type Area = keyof typeof AREAS;

export const fileOf = (area: Area, locale: string) => `${AREAS[area].path.replace('{locale}', locale)}.po`;

const languages = [
  ...new Set(
    [...readdirSync('app/locales'), ...readdirSync('server/locales')]
      .map((name) => name.replace('.po', ''))
      .filter((name) => !name.includes('.')),
  ),
];

/** The languages that claim an area. */
export const languagesOf = (area: Area) => languages.filter((locale) => existsSync(fileOf(area, locale)));

// docs/languages.ts takes one area after another.
const area = process.env.LANGUAGES_AREA as Area | undefined;

export default defineConfig({
  sourceLocale: 'en',
  locales: area ? languagesOf(area) : languages,
  catalogs: area ? [AREAS[area]] : Object.values(AREAS),
  runtimeConfigModule: { i18n: ['#app/ui/language.ts', 'i18n'], Trans: ['#app/ui/trans.tsx', 'Trans'] },
  extractors: [createSwcExtractor()],
  // Without lines, a file that grows does not change every catalog.
  format: formatter({ lineNumbers: false }),
});

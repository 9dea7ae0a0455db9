// The language of this page, one for as long as it is open: another one is chosen by loading the page again.
import { type Messages, setupI18n } from '@lingui/core';

/** English stands in the code; the other languages are their folders. */
const files = import.meta.glob<{ messages: Messages }>(['../locales/*/*.po', '!../locales/en/*.po']);

/** Administration has a catalog of its own, which is loaded before its pages, and refusals one that is loaded with the first of them. */
type Area = 'learn' | 'account' | 'admin' | 'refusals';

export const LANGUAGES: readonly string[] = [
  'en',
  ...new Set(Object.keys(files).flatMap((path) => path.split('/').slice(2, 3))),
];

export const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
// What has a plural or a value is compiled by the build (vite.config.ts), and the rest is its own words.
i18n.setMessagesCompiler((words) => [words]);

const scriptOf = (tag: string) => {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
};

/** The first of these tags that we have, or have in another region: for pt-PT there is pt-BR. */
export function languageFor(tags: readonly string[], offered = LANGUAGES): string | undefined {
  for (const tag of tags) {
    try {
      const found = offered.includes(tag) ? tag : offered.find((language) => scriptOf(language) === scriptOf(tag));
      if (found) return found;
    } catch {
      // Not the tag of a language.
    }
  }
  return undefined;
}

/** Loads the sentences of an area; what a language lacks stays English. */
export async function loadSentences(area: Area, language = i18n.locale): Promise<void> {
  const file = await files[`../locales/${language}/${area}.po`]?.();
  if (file) i18n.load(language, file.messages);
}

/** Loads what a learner reads in a language. */
export const loadLanguage = (language: string) =>
  Promise.all([loadSentences('learn', language), loadSentences('account', language)]);

/** A network that hangs must not keep the page from opening. */
const LONGEST_WAIT_MS = 8000;

/** For dates, numbers, lists and sorting: the language of this page, in the region that the browser names for it. */
export let locale = 'en';

/** Loads the language of this page, before whatever has a sentence is evaluated (app/start.ts). */
export async function begin(): Promise<void> {
  const { documentElement: page } = document;
  // index.html has put there what was chosen on this device.
  const wanted = languageFor(page.lang ? [page.lang] : navigator.languages) ?? 'en';
  let language = 'en';
  if (wanted !== 'en') {
    const tooLate = new Promise((_resolve, reject) => setTimeout(reject, LONGEST_WAIT_MS));
    const load = Promise.race([loadLanguage(wanted), tooLate]);
    language = await load.then(
      () => wanted,
      () => 'en',
    );
  }
  page.lang = language;
  page.dir = /^(ar|fa|he|ps|ur)\b/.test(language) ? 'rtl' : 'ltr';
  locale = navigator.languages.find((tag) => languageFor([tag], [language])) ?? language;
  i18n.activate(language, locale);
}

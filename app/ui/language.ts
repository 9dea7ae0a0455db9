// The language of this page, one for as long as it is open: another one is chosen by loading the page again. Whatever has a sentence
// imports this module, which waits for the sentences: they are here before any of that is evaluated.
import { type Messages, setupI18n } from '@lingui/core';

/** English stands in the code; the other languages are their folders. */
const files = import.meta.glob<{ messages: Messages }>(['../locales/*/*.po', '!../locales/en/*.po']);

/** Administration has a catalog of its own, which is loaded before its pages. */
type Area = 'learn' | 'account' | 'admin';

export const LANGUAGES: readonly string[] = [
  'en',
  ...new Set(Object.keys(files).flatMap((path) => path.split('/').slice(2, 3))),
];

export const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

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

async function begin(): Promise<string> {
  if (typeof document === 'undefined') return 'en';
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
  const region = navigator.languages.find((tag) => languageFor([tag], [language])) ?? language;
  i18n.activate(language, region);
  return region;
}

/** For dates, numbers, lists and sorting: the language of this page, in the region that the browser names for it. */
export const locale = await begin();

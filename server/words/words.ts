// What the server says to a person, in their language: emails, PDF, calendar files. English stands in the code, as ICU messages, and is
// what a catalog is asked for; the tools of Lingui find it by `i18n._(...)`.
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { type Catalog, readCatalog } from './catalogs.ts';
import { LANGUAGES_HERE } from './languages.ts';

type Values = Record<string, string | number>;

export interface Words {
  /** A BCP 47 tag, for the page that the words stand on. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** The message in this language. Texts that people wrote stand in it in their own direction. */
  _(message: string, values?: Values): string;
  /** A day, such as 2 March 2026. */
  day(at: Date | string): string;
  /** The same with the name of the month cut short. */
  shortDay(at: Date | string): string;
  /** Day and time, UTC. */
  minute(at: Date | string | undefined): string;
  number(value: number): string;
}

const known = new Map<string, Words>();

/** The words of a language that is here. Throws `CatalogError` for a catalog that is broken. */
export function words(language: string): Words {
  const found = known.get(language) ?? makeWords(language, readCatalog(language));
  known.set(language, found);
  return found;
}

/** Reads all catalogs, so that one that is broken stops the start and not a mail. */
export function checkCatalogs(): void {
  for (const language of LANGUAGES_HERE) words(language);
}

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

export function makeWords(language: string, catalog: Catalog): Words {
  // English dates are written as in Britain, as ever.
  const region = language === 'en' ? 'en-GB' : language;
  const direction = /^(ar|fa|he|ps|ur)\b/.test(language) ? 'rtl' : 'ltr';
  const dates = (style: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(region, { ...style, timeZone: 'UTC', calendar: 'gregory' });
    return (at: Date | string = new Date()) => format.format(new Date(at));
  };
  const numbers = new Intl.NumberFormat(region);
  const plurals = new Intl.PluralRules(region);
  const english = new Map<string, CompiledMessage>();
  const inEnglish = (id: string) => {
    const message = english.get(id) ?? compileMessage(id);
    english.set(id, message);
    return message;
  };
  const shown = (value: string | number | undefined) => {
    if (typeof value === 'number') return numbers.format(value);
    return direction === 'rtl' && value ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : (value ?? '');
  };
  const write = (message: CompiledMessage, values: Values, counted?: number): string => {
    return message
      .map((part) => {
        if (typeof part === 'string') return part === '#' && counted !== undefined ? numbers.format(counted) : part;
        const [name, kind, forms] = part;
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        if (!forms || typeof forms !== 'object') return shown(value);
        const cases = forms as Record<string, CompiledMessage>;
        const count = kind === 'plural' ? Number(value) : undefined;
        const key = count === undefined ? String(value) : String(count in cases ? count : plurals.select(count));
        return write((Object.hasOwn(cases, key) ? cases[key] : cases.other) ?? [], values, count ?? counted);
      })
      .join('');
  };
  return {
    language,
    direction,
    _: (id, values = {}) => write(catalog.get(id) ?? inEnglish(id), values),
    day: dates({ dateStyle: 'long' }),
    shortDay: dates({ dateStyle: 'medium' }),
    minute: dates({ dateStyle: 'long', timeStyle: 'short' }),
    number: (value) => numbers.format(value),
  };
}

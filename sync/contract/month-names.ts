// Names of months and weekdays, as spreadsheets of many languages write them into days.
import { foldText } from './fields.ts';

const LANGUAGES =
  'en de fr es pt it nl tr pl cs sk sl hr ro hu sv da nb fi et lv lt sq ca eu ga id ms vi el uk ru bg sr';
/** Beside the names: '9 de marzo de 2027', '9th of March'. */
const BETWEEN = /^(?:de|del|den|di|of|the)$/;

/** The one month that a text names beside two numbers, with a weekday or not; undefined where it may be another text or month. */
export function monthNamed(text: string): { month: number; numbers: string[] } | undefined {
  if (text.length > 60 || !/^[\p{L}\p{M}\d\s.,'’-]+$/u.test(text)) return undefined;
  const parts = [...foldText(text).matchAll(/(\d+)(?:st|nd|rd|th|er|a|e|o)?(?!\p{L})|\p{L}+/gu)];
  const numbers = parts.flatMap(([, digits]) => digits ?? []);
  const words = parts.flatMap(([word, digits]) => (digits === undefined && !BETWEEN.test(word) ? word : []));
  const read = words.map(monthsOf);
  // 'mar.' is a Tuesday beside 'août', and March alone.
  const sure = read.filter((months) => !months.has(WEEKDAY));
  const named = sure.length > 0 ? sure : read.filter((months) => months.size > 1);
  const [month, other] = [...(named[0] ?? [])].filter((one) => one !== WEEKDAY);
  if (numbers.length !== 2 || named.length !== 1 || month === undefined || other !== undefined) return undefined;
  return { month, numbers };
}

const WEEKDAY = 0;
let known: Map<string, Set<number>> | undefined;

/** What a word can name in all these languages: months from 1 on, or a weekday. */
function monthsOf(word: string): Set<number> {
  known ??= knownIn(LANGUAGES.split(' '));
  return known.get(word) ?? new Set();
}

function knownIn(languages: readonly string[]): Map<string, Set<number>> {
  // As Excel writes March in German.
  const found = new Map([['mrz', new Set([3])]]);
  const add = (name: string, month: number) => {
    for (const [word] of foldText(name).matchAll(/\p{L}{2,}/gu))
      found.set(word, (found.get(word) ?? new Set()).add(month));
  };
  for (const language of languages) {
    for (const length of ['long', 'short'] as const) {
      // In a day, the month of many languages is in another case than alone.
      for (const fields of [{ month: length }, { month: length, day: 'numeric' }, { weekday: length }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...fields, timeZone: 'UTC', calendar: 'gregory' });
        for (let at = 0; at < 12; at += 1) {
          const moment = 'weekday' in fields ? Date.UTC(2027, 0, 1 + at) : Date.UTC(2027, at, 1);
          for (const { type, value } of format.formatToParts(moment)) {
            if (type === 'month') add(value, at + 1);
            if (type === 'weekday') add(value, WEEKDAY);
          }
        }
      }
    }
  }
  return found;
}

import { picturesIn } from '#sync/contract/lesson-pictures.ts';

/** Words that an adult reads in a minute, when the matter is new and the screen small. */
const WORDS_PER_MINUTE = 200;
const PICTURE_SECONDS = 10;

/** The words of a Markdown text without its signs and addresses. Languages without spaces count by the character's half. */
export function countWords(markdown: string): number {
  const text = markdown
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, '$1')
    .replace(/<[^>\n]{0,500}>|https?:\S+/g, ' ');
  const unspaced = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? [];
  const spaced =
    unspaced === 0
      ? words.length
      : words.filter((word) => !/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word)).length;
  return spaced + Math.ceil(unspaced / 2);
}

/** Whole minutes that reading takes; at least 1 for any text, 0 for none. */
export function readingMinutes(words: number, pictures: number): number {
  if (words === 0 && pictures === 0) return 0;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + (pictures * PICTURE_SECONDS) / 60));
}

/** Words of a text, and whole minutes that reading it takes. */
export type Reading = { words: number; minutes: number };

export function readingOf(markdown: string): Reading {
  const words = countWords(markdown);
  return { words, minutes: readingMinutes(words, picturesIn(markdown).length) };
}

import { elementsOf, parseText, plainText, type TextNode } from '#sync/contract/lesson-text.ts';

/** For new material on a small screen. */
const WORDS_PER_MINUTE = 200;
const PICTURE_SECONDS = 10;

/** The number of words in a text, without bare addresses. In scripts without spaces, two characters count as a word. */
function countWords(nodes: readonly TextNode[]): number {
  const text = plainText(nodes).replace(/https?:\S+/g, ' ');
  const unspaced = text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu) ?? [];
  const spaced =
    unspaced === 0
      ? words.length
      : words.filter((word) => !/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word)).length;
  return spaced + Math.ceil(unspaced / 2);
}

/** The reading time in whole minutes; at least 1 unless the text is empty. */
export function readingMinutes(words: number, pictures: number): number {
  if (words === 0 && pictures === 0) return 0;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + (pictures * PICTURE_SECONDS) / 60));
}

export type Reading = { words: number; minutes: number };

export function readingOf(markdown: string): Reading {
  const text = parseText(markdown);
  const words = countWords(text);
  const pictures = [...elementsOf(text)].filter(({ tag }) => tag === 'img').length;
  return { words, minutes: readingMinutes(words, pictures) };
}

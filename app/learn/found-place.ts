// Where a search leads inside a lesson: to the paragraph with the found sentence, or to the second of a video.
import { type RefObject, useEffect } from 'react';
import { scoreParagraph, searchedWords } from '#sync/contract/search.ts';
import { useSearchParams } from '../ui/router.ts';

/** The second at which the video opens; undefined without one. */
export function useFoundSecond(): number | undefined {
  const [params] = useSearchParams();
  const second = params.get('t');
  return second !== null && /^\d{1,6}$/.test(second) ? Number(second) : undefined;
}

const PARAGRAPHS = 'p, li, h2, h3, h4, h5, h6, tr, pre';

/** Marks the paragraph of `box` that best matches the searched words, scrolls to it and focuses it, once for each text. */
export function useFoundParagraph(box: RefObject<HTMLElement | null>, text: string): void {
  const [params] = useSearchParams();
  const isVideo = useFoundSecond() !== undefined;
  const find = params.get('find') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other paragraphs
  useEffect(() => {
    const words = isVideo ? [] : searchedWords(find);
    const paragraphs = words.length > 0 ? [...(box.current?.querySelectorAll<HTMLElement>(PARAGRAPHS) ?? [])] : [];
    const scores = paragraphs.map((paragraph) => scoreParagraph(wordsOf(paragraph), words));
    const best = Math.max(0, ...scores);
    const found = best > 0 ? paragraphs[scores.indexOf(best)] : undefined;
    if (!found) return;
    found.dataset.found = '';
    found.tabIndex = -1;
    // The page focuses its heading when it opens.
    const timer = setTimeout(() => {
      found.focus({ preventScroll: true });
      found.scrollIntoView({ block: 'center' });
    });
    return () => {
      clearTimeout(timer);
      delete found.dataset.found;
    };
  }, [box, text, find, isVideo]);
}

/** The cells of a row have nothing between them but their borders. */
const wordsOf = (paragraph: HTMLElement) =>
  paragraph instanceof HTMLTableRowElement
    ? [...paragraph.cells].map(({ textContent }) => textContent).join(' ')
    : (paragraph.textContent ?? '');

import { LESSON_BODY_LIMIT } from '#sync/contract/authoring.ts';
import { counted } from '../../course-words.ts';

/** From here on the count of characters stands beside the words. */
const NEAR_LIMIT = LESSON_BODY_LIMIT * 0.9;
const numbers = new Intl.NumberFormat('en');

type TextCountsProps = { length: number; words: number; minutes: number; fault: string | undefined };

/** How long the text is, and what is wrong with it. */
export function TextCounts({ length, words, minutes, fault }: TextCountsProps) {
  const isOver = length > LESSON_BODY_LIMIT;
  const sentence = isOver
    ? `The text may have at most ${numbers.format(LESSON_BODY_LIMIT)} characters. Shorten it, or make two lessons of it.`
    : fault;
  return (
    <div id="lesson-text-counts" className="text-sm">
      <p className="text-ink-soft">
        {counted(words, 'word')} · {minutes} min to read
        {length >= NEAR_LIMIT && (
          <span className={isOver ? 'font-semibold text-danger-text' : ''}>
            {' '}
            · {numbers.format(length)} of {numbers.format(LESSON_BODY_LIMIT)} characters
          </span>
        )}
      </p>
      <p role="alert" className="text-danger-text empty:hidden">
        {sentence}
      </p>
    </div>
  );
}

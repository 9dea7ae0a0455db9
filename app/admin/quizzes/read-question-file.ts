// Questions of other systems, from the bytes of a file that was named for what it is. Loaded on demand.
import { MOST_QUESTIONS } from '#sync/contract/quiz-authoring.ts';
import { decodeText } from '#sync/contract/text-file.ts';
import { readAiken } from './aiken.ts';
import type { ForeignFile, ForeignQuestion } from './foreign-question.ts';
import { FORMATS, type Format } from './formats.ts';
import { readGift } from './gift.ts';
import { readMoodle } from './moodle-xml.ts';
import { readQti } from './qti.ts';

export { rowOf } from './foreign-question.ts';

/** `error` says in a sentence why none of them can be imported. */
export type QuestionsIn = { format: string; questions: ForeignQuestion[]; error?: undefined } | { error: string };

export function readQuestionFile(kind: Format, bytes: Uint8Array): QuestionsIn {
  return limited(kind, readAs(kind, bytes));
}

function readAs(kind: Format, bytes: Uint8Array): ForeignFile {
  const text = () => decodeText(bytes)?.text ?? '';
  if (kind === 'moodleXml') return readMoodle(text());
  return kind === 'aiken' || kind === 'gift' ? { questions: READERS[kind](text()) } : readQti(bytes);
}

function limited(kind: Format, read: ForeignFile): QuestionsIn {
  if (read.error !== undefined) return read;
  const { questions } = read;
  if (questions.length === 0) return { error: 'There is no question in this file.' };
  if (questions.filter(({ leftOut }) => !leftOut).length > MOST_QUESTIONS)
    return { error: `These are ${questions.length} questions. At most ${MOST_QUESTIONS} can be imported at a time.` };
  return { format: FORMATS[kind], questions };
}

/** Of a text that nothing names: what it is when at least one question can be read in it. */
export function questionsInText(text: string): QuestionsIn | undefined {
  const kind = (['gift', 'aiken'] as const).find((one) => READERS[one](text).some(({ leftOut }) => !leftOut));
  return kind && limited(kind, { questions: READERS[kind](text) });
}

const READERS = { aiken: readAiken, gift: readGift };

// The words of a course as a list of texts, each with its translation (decision 358). All that reads or writes a translation works on
// these lists: the answers for learners, the screen of authors, tables for translators, and course files.

import { blocksOf } from '#sync/contract/lesson-text.ts';
import type { CourseWords, LessonWords, QuizWords } from '#sync/contract/words.ts';
import type { TranslatedUnit } from '../db/schema-media.ts';

/** A text of the source. `key` repeats for what has an order and no ids: blocks of a text, objectives, prerequisites. */
export interface SourceUnit {
  key: string;
  source: string;
}

/** `of` is the text that was translated; another than the source's, the source has changed since. Both are '' before the first. */
export interface Unit extends SourceUnit {
  of: string;
  text: string;
}

export type UnitState = 'ready' | 'changed' | 'missing';

export const stateOf = ({ source, of, text }: Unit): UnitState =>
  text === '' ? 'missing' : of === source ? 'ready' : 'changed';

export interface CourseSource {
  title: string;
  description: string;
  objectives: readonly string[];
  prerequisites: readonly string[];
  modules: readonly { id: number; title: string }[];
}

export function unitsOfCourse(course: CourseSource): SourceUnit[] {
  return [
    { key: 'title', source: course.title },
    { key: 'description', source: course.description },
    ...course.objectives.map((source) => ({ key: 'objective', source })),
    ...course.prerequisites.map((source) => ({ key: 'prerequisite', source })),
    ...course.modules.map(({ id, title }) => ({ key: `module.${id}`, source: title })),
  ];
}

export interface LessonSource {
  title: string;
  description: string;
  body: string;
  captions: string | null;
  documents: readonly { assetId: string; title: string }[];
  questions: readonly {
    id: number;
    questionText: string;
    explanation: string | null;
    answers: readonly { id: number; answerText: string }[];
  }[];
}

export function unitsOfLesson(lesson: LessonSource): SourceUnit[] {
  return [
    { key: 'title', source: lesson.title },
    { key: 'description', source: lesson.description },
    ...blocksOf(lesson.body).map((source) => ({ key: 'body', source })),
    { key: 'captions', source: lesson.captions ?? '' },
    ...lesson.documents.map(({ assetId, title }) => ({ key: `document.${assetId}`, source: title })),
    ...lesson.questions.flatMap(({ id, questionText, explanation, answers }) => [
      { key: `question.${id}`, source: questionText },
      ...answers.map((answer) => ({ key: `answer.${answer.id}`, source: answer.answerText })),
      { key: `explanation.${id}`, source: explanation ?? '' },
    ]),
  ];
}

/**
 * The texts of a source with what was translated. A translation of exactly a text belongs to it wherever it stands by now; what is left
 * belongs, in its order, to the texts between the same neighbors, and shows what has changed.
 */
export function matchUnits(all: readonly SourceUnit[], translated: readonly TranslatedUnit[]): Unit[] {
  const source = all.filter(({ source }) => source.trim() !== '');
  const left = new Map<string, (TranslatedUnit | undefined)[]>();
  for (const unit of translated) left.set(unit.key, [...(left.get(unit.key) ?? []), unit]);
  const found = source.map(({ key, source: of }) => {
    const units = left.get(key) ?? [];
    const at = units.findIndex((unit) => unit?.of === of);
    const unit = units[at];
    if (unit) units[at] = undefined;
    return { unit, at };
  });
  const reached = new Map<string, number>();
  return source.map((one, index) => {
    const { unit, at } = found[index] ?? {};
    const units = left.get(one.key) ?? [];
    const next = (reached.get(one.key) ?? -1) + 1;
    const known = unit ?? units[next];
    reached.set(one.key, unit ? (at ?? next) : known ? next : next - 1);
    return { ...one, of: known?.of ?? '', text: known?.text ?? '' };
  });
}

/** What is stored of them. */
export const storedUnits = (units: readonly Unit[]): TranslatedUnit[] =>
  units.flatMap(({ key, of, text }) => (text === '' ? [] : [{ key, of, text }]));

export function countUnits(units: readonly Unit[]): Record<UnitState, number> {
  const counts = { ready: 0, changed: 0, missing: 0 };
  for (const unit of units) counts[stateOf(unit)] += 1;
  return counts;
}

/** Only the translation of what the source says now is read: an older one might say what is no longer so. */
export const shownText = (unit: Unit) => (stateOf(unit) === 'ready' ? unit.text : unit.source);
const allOf = (units: readonly Unit[], key: string) => units.filter((unit) => unit.key === key).map(shownText);
const hasSome = (units: readonly Unit[]) => units.some((unit) => stateOf(unit) === 'ready');

/** Undefined where nothing is translated. */
export function courseWords(units: readonly Unit[]): CourseWords | undefined {
  if (!hasSome(units)) return undefined;
  const [title = ''] = allOf(units, 'title');
  const [description = ''] = allOf(units, 'description');
  return { title, description, objectives: allOf(units, 'objective'), prerequisites: allOf(units, 'prerequisite') };
}

/** `module` is the translated name of its module. */
export function lessonWords(units: readonly Unit[], module: string | undefined): LessonWords | undefined {
  const read = units.filter(({ key }) => !/^(question|answer|explanation)\./.test(key));
  if (!hasSome(read)) return undefined;
  const [title = ''] = allOf(units, 'title');
  const [description = ''] = allOf(units, 'description');
  const captions = read.find((unit) => unit.key === 'captions' && stateOf(unit) === 'ready');
  const documents = read.filter((unit) => unit.key.startsWith('document.') && stateOf(unit) === 'ready');
  return {
    title,
    description,
    body: allOf(units, 'body').join('\n\n'),
    ...(module && { module }),
    ...(documents.length > 0 && {
      documents: Object.fromEntries(documents.map(({ key, text }) => [key.slice('document.'.length), text])),
    }),
    ...(captions && { captions: captions.text }),
    ...(read.some((unit) => stateOf(unit) !== 'ready') && { isPartial: true }),
  };
}

/** Those of questions and answers, without explanations, which would reveal the answers. */
export function quizWords(units: readonly Unit[]): QuizWords | undefined {
  const read = units.filter((unit) => /^(question|answer)\./.test(unit.key) && stateOf(unit) === 'ready');
  return read.length > 0 ? Object.fromEntries(read.map(({ key, text }) => [key, text])) : undefined;
}

/** The translated explanation of a question. */
export function explanationIn(units: readonly Unit[], questionId: number): string | undefined {
  return units.find((unit) => unit.key === `explanation.${questionId}` && stateOf(unit) === 'ready')?.text;
}

const kindOf = ({ key }: SourceUnit) => key.split('.')[0];

/**
 * The translation of a source whose texts of each kind stand in the same order. What says the same is not translated, nor is a kind of
 * which there are more or less.
 */
export function pairUnits(source: readonly SourceUnit[], translated: readonly SourceUnit[]): TranslatedUnit[] {
  const there = Map.groupBy(translated, kindOf);
  return [...Map.groupBy(source, kindOf)].flatMap(([kind, units]) => {
    const texts = there.get(kind) ?? [];
    if (texts.length !== units.length) return [];
    return units.flatMap(({ key, source: of }, at) => {
      const text = texts[at]?.source.trim() ?? '';
      return text === '' || text === of.trim() ? [] : [{ key, of, text }];
    });
  });
}

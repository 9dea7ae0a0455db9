// Reads and writes the translations of a course for its authors.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { DESCRIPTION_LIMIT, TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type {
  Translation,
  TranslationAnswer,
  TranslationChange,
  TranslationList,
  TranslationPart,
} from '#sync/contract/translation.ts';
import { languageName, sourceLanguage } from '#sync/contract/words.ts';
import { type CourseRecord, requireEditable } from '../../catalog/editable.ts';
import { findDocuments } from '../../catalog/lessons.ts';
import {
  type CourseSource,
  countUnits,
  type LessonSource,
  matchUnits,
  pairUnits,
  type SourceUnit,
  stateOf,
  storedUnits,
  type Unit,
  unitsOfCourse,
  unitsOfLesson,
} from '../../catalog/translated-units.ts';
import { type Db, inBatches, run, type Steps, type TxContext } from '../../db/client.ts';
import type { TranslatedUnit } from '../../db/schema-media.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import type { Person } from '../../permissions.ts';
import { requireCaptions } from '../media/read-captions.ts';
import { findModules } from '../outline/admin-lessons.ts';

/** All texts of a course in its own words. */
interface SourcePart {
  lessonId: number | null;
  number: number | null;
  title: string;
  source: SourceUnit[];
}

interface Which {
  courseId: number;
  language: string;
}

/** How far each translation of a course is. Refuses `course_not_found`. */
export function listTranslations(db: Db, actor: Person, courseId: number): Promise<TranslationList> {
  return db.transact(function* (tx) {
    const course = yield* requireEditable(tx, actor, courseId);
    const source = yield* readSource(tx, course);
    const { courseTranslations } = tx.tables;
    const known = yield* run(
      tx
        .select()
        .from(courseTranslations)
        .where(eq(courseTranslations.courseId, courseId))
        .orderBy(asc(courseTranslations.language)),
    );
    const translations: TranslationList['translations'] = [];
    for (const { language, isPublished } of known) {
      const parts = yield* readParts(tx, source, { courseId, language });
      translations.push({ language, isPublished, ...countUnits(parts.flatMap(({ units }) => units)) });
    }
    return { source: sourceLanguage(course), translations };
  });
}

/** One language of a course, also before anything is translated. Refuses `course_not_found`, and `validation_failed` for the source's own. */
export function readTranslation(db: Db, actor: Person, which: Which): Promise<Translation> {
  return db.transact(function* (tx) {
    const course = yield* requireTranslatable(tx, actor, which);
    const { courseTranslations } = tx.tables;
    const [row] = yield* run(tx.select().from(courseTranslations).where(isIt(tx, which)));
    const parts = yield* readParts(tx, yield* readSource(tx, course), which);
    return {
      courseId: course.id,
      courseTitle: course.title,
      source: sourceLanguage(course),
      language: which.language,
      isPublished: row?.isPublished ?? false,
      parts: parts.map(toPart),
    };
  });
}

/**
 * Writes translated texts; learners read them at once where the language is published. What the course does not say is left out, and named
 * by its place. Refuses `course_not_found`, `captions_not_readable`, and `validation_failed` for a file of another course and for a text that
 * is too long.
 */
export function writeTranslation(
  db: Db,
  caller: AuditActor,
  which: Which,
  { courseId: meant, texts }: TranslationChange,
): Promise<TranslationAnswer> {
  for (const [at, sent] of texts.entries()) requireFitting(sent, `texts.${at}.text`);
  return db.transact(function* (tx) {
    const course = yield* requireTranslatable(tx, caller.actor, which);
    if (meant !== undefined && meant !== course.id) throw yield* otherCourse(tx, course, meant);
    const parts = yield* readParts(tx, yield* readSource(tx, course), which);
    const unknown: number[] = [];
    const changed = new Set<TranslatedPart>();
    for (const [place, sent] of texts.entries()) {
      const part = parts.find(({ lessonId }) => lessonId === sent.lessonId);
      const unit = part && findUnit(part.units, sent);
      if (!part || !unit) unknown.push(place);
      else {
        const text = sent.text.trim();
        const of = isSame(unit.source, sent.of) ? unit.source : sent.of;
        Object.assign(unit, {
          text: sent.key === 'captions' && text ? requireCaptions(text).webVtt : text,
          of: text ? of : '',
        });
        changed.add(part);
      }
    }
    const taken = texts.length - unknown.length;
    if (taken > 0) {
      yield* keepLanguage(tx, which);
      yield* storeParts(tx, which, [...changed]);
      yield* logIt(tx, caller, { course, action: 'course.translated', language: which.language, texts: taken });
    }
    return { taken, unknown, parts: [...changed].map(toPart) };
  });
}

/** Lets learners read a translation, or no longer. Refuses `course_not_found`, and `validation_failed` where nothing is translated. */
export function publishTranslation(db: Db, caller: AuditActor, which: Which & { isPublished: boolean }): Promise<void> {
  const { courseTranslations } = db.tables;
  return db.transact(function* (tx) {
    const course = yield* requireTranslatable(tx, caller.actor, which);
    const { isPublished, language } = which;
    const set = tx.update(courseTranslations).set({ isPublished }).where(isIt(tx, which));
    const [row] = yield* run(set.returning({ language: courseTranslations.language }));
    const message = `Nothing is translated into ${languageName(language)} yet.`;
    if (!row) throw new Refusal('validation_failed', { field: 'language' }, message);
    const action = isPublished ? 'course.translation_published' : 'course.translation_unpublished';
    yield* logIt(tx, caller, { course, action, language });
  });
}

/** Deletes all words of a language. Refuses `course_not_found`. */
export function deleteTranslation(db: Db, caller: AuditActor, which: Which): Promise<void> {
  const { courseTranslations, lessonTranslations, lessons } = db.tables;
  return db.transact(function* (tx) {
    const course = yield* requireTranslatable(tx, caller.actor, which);
    const { courseId, language } = which;
    const own = tx.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId));
    const ofLessons = and(eq(lessonTranslations.language, language), inArray(lessonTranslations.lessonId, own));
    yield* run(tx.delete(lessonTranslations).where(ofLessons));
    yield* run(tx.delete(courseTranslations).where(isIt(tx, which)));
    yield* logIt(tx, caller, { course, action: 'course.translation_deleted', language });
  });
}

/** Stores a language of a course that was just made of files; `lessons` are by their place, undefined where one is not translated. */
export function* storeTranslation(
  tx: TxContext,
  course: CourseRecord,
  translated: { language: string; isPublished: boolean; course: CourseSource; lessons: (LessonSource | undefined)[] },
): Steps<void> {
  const { language, isPublished } = translated;
  const [ofCourse, ...ofLessons] = yield* readSource(tx, course);
  const units = pairUnits(ofCourse?.source ?? [], unitsOfCourse(translated.course));
  yield* run(tx.insert(tx.tables.courseTranslations).values({ courseId: course.id, language, isPublished, units }));
  const rows = ofLessons.flatMap(({ lessonId, source }, at) => {
    const words = translated.lessons[at];
    return words && lessonId !== null ? [{ lessonId, language, units: pairUnits(source, unitsOfLesson(words)) }] : [];
  });
  for (const part of inBatches(rows)) yield* run(tx.insert(tx.tables.lessonTranslations).values(part));
}

/** The published and unpublished languages of a course with all their texts, the course first. */
export function* readAllTranslations(tx: TxContext, course: CourseRecord) {
  const { courseTranslations } = tx.tables;
  const source = yield* readSource(tx, course);
  const rows = yield* run(
    tx
      .select({ language: courseTranslations.language, isPublished: courseTranslations.isPublished })
      .from(courseTranslations)
      .where(eq(courseTranslations.courseId, course.id))
      .orderBy(asc(courseTranslations.language)),
  );
  const all = [];
  for (const row of rows)
    all.push({ ...row, parts: yield* readParts(tx, source, { courseId: course.id, language: row.language }) });
  return all;
}

function* requireTranslatable(tx: TxContext, actor: Person, { courseId, language }: Which): Steps<CourseRecord> {
  const course = yield* requireEditable(tx, actor, courseId);
  if (sourceLanguage(course) !== language) return course;
  const message = `${languageName(language)} is the language of the course itself.`;
  throw new Refusal('validation_failed', { field: 'language' }, message);
}

function* otherCourse(tx: TxContext, course: CourseRecord, meant: number): Steps<Refusal> {
  const { courses } = tx.tables;
  const [other] = yield* run(
    tx
      .select({ organizationId: courses.organizationId, title: courses.title })
      .from(courses)
      .where(eq(courses.id, meant)),
  );
  // The name of a course that this person may not see is not told.
  const name = other && other.organizationId === course.organizationId ? `"${other.title}"` : 'another course';
  return new Refusal(
    'validation_failed',
    { field: 'courseId' },
    `This file is a translation of ${name}, not of "${course.title}".`,
  );
}

const isIt = ({ tables }: TxContext, { courseId, language }: Which) =>
  and(eq(tables.courseTranslations.courseId, courseId), eq(tables.courseTranslations.language, language));

type TranslatedPart = Omit<SourcePart, 'source'> & { units: Unit[] };

const toPart = ({ units, ...part }: TranslatedPart): TranslationPart => ({
  ...part,
  texts: units.map((unit) => ({ ...unit, state: stateOf(unit) })),
});

type Sent = TranslationChange['texts'][number];

/** Files change the ends of lines, and what stands around a text. */
const isSame = (a: string, b: string) => a.replace(/\r\n?/g, '\n').trim() === b.replace(/\r\n?/g, '\n').trim();

/** Of texts alike the one at its place, else one that is still to be done. */
function findUnit(units: readonly Unit[], { key, at, of }: Sent): Unit | undefined {
  const alike = units.filter((unit) => unit.key === key && isSame(unit.source, of));
  const there = alike.find((unit) => units.indexOf(unit) === at);
  return (
    there ??
    alike.find((unit) => stateOf(unit) !== 'ready') ??
    alike[0] ??
    units.find((unit) => unit.key === key && unit.of === of)
  );
}

const LIMITS: Record<string, number> = {
  title: TITLE_LIMIT,
  module: TITLE_LIMIT,
  document: TITLE_LIMIT,
  description: DESCRIPTION_LIMIT,
};

function requireFitting({ key, text }: Sent, field: string): void {
  const limit = LIMITS[key.split('.')[0] ?? ''];
  if (limit === undefined || text.length <= limit) return;
  const message = `This text may have at most ${limit.toLocaleString('en')} characters.`;
  throw new Refusal('validation_failed', { field }, message);
}

function* readSource(tx: TxContext, course: CourseRecord): Steps<SourcePart[]> {
  const { lessons, assets, quizQuestions, quizAnswers } = tx.tables;
  const courseId = course.id;
  const modules = yield* findModules(tx, courseId);
  const own = yield* run(
    tx
      .select({ lesson: lessons, captions: assets.captions })
      .from(lessons)
      .leftJoin(assets, eq(assets.id, lessons.assetId))
      .where(and(eq(lessons.courseId, courseId), isNull(lessons.retiredAt)))
      .orderBy(asc(lessons.orderIndex), asc(lessons.id)),
  );
  const documents = yield* run(findDocuments(tx, { courseId }));
  const asked = yield* run(
    tx
      .select({ question: quizQuestions, answer: quizAnswers })
      .from(quizQuestions)
      .innerJoin(lessons, eq(lessons.id, quizQuestions.lessonId))
      .leftJoin(quizAnswers, and(eq(quizAnswers.questionId, quizQuestions.id), isNull(quizAnswers.retiredAt)))
      .where(and(eq(lessons.courseId, courseId), isNull(quizQuestions.retiredAt)))
      .orderBy(quizQuestions.orderIndex, quizQuestions.id, quizAnswers.orderIndex, quizAnswers.id),
  );
  const questions = [...Map.groupBy(asked, ({ question }) => question.id).values()].flatMap((rows) => {
    const [first] = rows;
    return first ? [{ ...first.question, answers: rows.flatMap(({ answer }) => answer ?? []) }] : [];
  });
  const ofLessons = own.map(({ lesson, captions }, at) => ({
    lessonId: lesson.id,
    number: at + 1,
    title: lesson.title,
    source: unitsOfLesson({
      ...lesson,
      captions,
      documents: documents.filter(({ lessonId }) => lessonId === lesson.id),
      questions: questions.filter(({ lessonId }) => lessonId === lesson.id),
    }),
  }));
  const ofCourse = { lessonId: null, number: null, title: course.title, source: unitsOfCourse({ ...course, modules }) };
  return [ofCourse, ...ofLessons];
}

function* readParts(tx: TxContext, source: readonly SourcePart[], which: Which): Steps<TranslatedPart[]> {
  const { courseTranslations, lessonTranslations } = tx.tables;
  const [ofCourse] = yield* run(tx.select().from(courseTranslations).where(isIt(tx, which)));
  const stored = new Map<number | null, TranslatedUnit[]>([[null, ofCourse?.units ?? []]]);
  for (const ids of inBatches(source.flatMap(({ lessonId }) => lessonId ?? []))) {
    const isOne = and(inArray(lessonTranslations.lessonId, ids), eq(lessonTranslations.language, which.language));
    for (const row of yield* run(tx.select().from(lessonTranslations).where(isOne)))
      stored.set(row.lessonId, row.units);
  }
  return source.map(({ source, ...part }) => ({ ...part, units: matchUnits(source, stored.get(part.lessonId) ?? []) }));
}

function* keepLanguage({ queries, tables }: TxContext, { courseId, language }: Which): Steps<void> {
  yield* run(queries.insert(tables.courseTranslations).values({ courseId, language }).onConflictDoNothing());
}

function* storeParts(
  tx: TxContext,
  which: Which,
  parts: readonly Pick<TranslatedPart, 'lessonId' | 'units'>[],
): Steps<void> {
  const { courseTranslations, lessonTranslations } = tx.tables;
  const { language } = which;
  for (const { lessonId, units: all } of parts) {
    const units = storedUnits(all);
    if (lessonId === null) yield* run(tx.update(courseTranslations).set({ units }).where(isIt(tx, which)));
    else {
      const target = [lessonTranslations.lessonId, lessonTranslations.language];
      const row = tx.insert(lessonTranslations).values({ lessonId, language, units });
      yield* run(row.onConflictDoUpdate({ target, set: { units, updatedAt: new Date() } }));
    }
  }
}

function* logIt(
  tx: TxContext,
  caller: AuditActor,
  { course, action, ...details }: { course: CourseRecord; action: string; language: string; texts?: number },
): Steps<void> {
  const about = { organizationId: course.organizationId, subject: String(course.id) };
  yield* audit(tx, caller, { action, ...about, details: { title: course.title, ...details } });
}

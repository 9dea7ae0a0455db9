// A course once more, as a draft: everything but people. Videos and documents are shared, pictures are its own (decision 362).
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import { TITLE_LIMIT } from '#sync/contract/course-draft.ts';
import { UUID_FORM } from '#sync/contract/fields.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';
import { type CourseRecord, requireEditable } from '../../catalog/editable.ts';
import { findDocuments, mediaAddress } from '../../catalog/lessons.ts';
import { inBatches, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { TranslatedUnit } from '../../db/schema-media.ts';
import type { MediaDeps } from '../../deps.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { readQuestions, type StoredQuestion } from '../../learning/open-quiz.ts';
import { receiveFile } from '../../media/receive-file.ts';
import { findPictures } from '../import/export-course.ts';
import { requireRoom } from '../media/quota.ts';
import { findModules } from '../outline/admin-lessons.ts';
import type { QuestionDraft } from '../quizzes/question-draft.ts';
import { asNext, insertQuestions } from '../quizzes/save-question.ts';
import { readAdminCourse } from './admin-course.ts';
import { homeOf } from './create-course.ts';

type Asset = Tables['assets']['$inferSelect'];
type Lesson = Tables['lessons']['$inferSelect'];

/** Refuses `course_not_found`, `media_quota_exceeded`, and what `homeOf` refuses. All of it is stored, or nothing. */
export async function duplicateCourse(deps: MediaDeps, caller: AuditActor, courseId: number): Promise<AdminCourse> {
  const { db, media } = deps;
  const { course, texts } = await db.transact(function* (tx) {
    const known = yield* requireEditable(tx, caller.actor, courseId);
    const bodies = (yield* readLessons(tx, courseId)).map(({ body }) => body);
    const translated = (yield* readLessonTranslations(tx, courseId)).flatMap(({ units }) => units);
    const written = [...bodies, ...translated.map(({ text }) => text)];
    return { course: known, texts: [known.thumbnail ?? '', known.instructorAvatar ?? '', ...written] };
  });
  const named = new Set(texts.flatMap((text) => [...text.matchAll(ADDRESS)].map(([, id = '']) => id)));
  const pictures = await findPictures(db, caller.actor, { course, ids: [...named] });
  const copies = new Map<string, Asset>();
  try {
    for (const picture of pictures) copies.set(picture.id, await copyFile(deps, caller, picture));
    const made = await db.transact(function* (tx) {
      const present = yield* requireEditable(tx, caller.actor, courseId);
      const home = yield* homeOf(tx, caller.actor, present);
      const bytes = [...copies.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      yield* requireRoom(tx, media, { organizationId: home.organizationId, bytes });
      const copied = yield* copyRows(tx, caller, { course: { ...present, ...home }, copies });
      const about = { organizationId: home.organizationId, subject: String(copied.id) };
      const details = { title: copied.title, from: present.title };
      yield* audit(tx, caller, { ...about, action: 'course.duplicated', details });
      return copied.id;
    });
    return readAdminCourse(db, made);
  } catch (error) {
    for (const { storageKey } of copies.values()) await media.storage.remove(storageKey);
    throw error;
  }
}

const ADDRESS = new RegExp(`/media/(${UUID_FORM})`, 'g');

function* readLessons({ queries, tables: { lessons } }: TxContext, courseId: number): Steps<Lesson[]> {
  return yield* run(
    queries
      .select()
      .from(lessons)
      .where(and(eq(lessons.courseId, courseId), isNull(lessons.retiredAt)))
      .orderBy(asc(lessons.orderIndex), asc(lessons.id)),
  );
}

function* readLessonTranslations({ queries, tables }: TxContext, courseId: number) {
  const { lessonTranslations, lessons } = tables;
  return yield* run(
    queries
      .select(getTableColumns(lessonTranslations))
      .from(lessonTranslations)
      .innerJoin(lessons, eq(lessons.id, lessonTranslations.lessonId))
      .where(eq(lessons.courseId, courseId)),
  );
}

async function copyFile({ media }: MediaDeps, caller: AuditActor, picture: Asset): Promise<Asset> {
  const { sizeBytes, contentType } = picture;
  const bytes = await media.storage.read(picture.storageKey, 0, sizeBytes - 1);
  const body = { contentLength: sizeBytes, open: () => Readable.fromWeb(bytes as NodeStream) };
  const { path } = await receiveFile(body, { folder: media.incoming, maxBytes: sizeBytes });
  try {
    const id = randomUUID();
    const storageKey = `pictures/copied/${id}${extname(picture.storageKey)}`;
    await media.storage.put(storageKey, { path, contentType });
    return { ...picture, id, storageKey, etag: id, createdBy: caller.actor.id, createdAt: caller.now };
  } finally {
    await rm(path, { force: true });
  }
}

interface Copying {
  course: CourseRecord;
  /** The pictures of the copy by the ids of those that they are copies of. */
  copies: ReadonlyMap<string, Asset>;
}

function* copyRows(tx: TxContext, caller: AuditActor, { course, copies }: Copying): Steps<CourseRecord> {
  const { assets, courses, courseModules, lessons, lessonDocuments } = tx.tables;
  const { now, actor } = caller;
  const withOwn = <T extends string | null>(text: T) =>
    text?.replace(ADDRESS, (address, id: string) => {
      const copy = copies.get(id);
      return copy ? mediaAddress(copy.id) : address;
    }) as T;
  const { id: from, ...facts } = course;
  const fresh = { rev: 0, outlineRev: 0, isPublished: false, archivedAt: null, createdAt: now, updatedAt: now };
  const [made] = yield* run(
    tx
      .insert(courses)
      .values({
        ...{ ...facts, ...fresh, createdBy: actor.id },
        title: yield* titleOfCopy(tx, course),
        thumbnail: withOwn(course.thumbnail),
        instructorAvatar: withOwn(course.instructorAvatar),
      })
      .returning(),
  );
  if (!made) throw new Error('The course was not stored.');
  const courseId = made.id;
  const pictures = [...copies.values()].map((picture) => ({ ...picture, courseId }));
  for (const part of inBatches(pictures)) yield* run(tx.insert(assets).values(part));
  const modules = yield* findModules(tx, from);
  for (const part of inBatches(modules.map(({ id: _, ...module }) => ({ ...module, courseId }))))
    yield* run(tx.insert(courseModules).values(part));
  /** The new names of what translations name by its id. */
  const keys = new Map(
    pairs(modules, yield* findModules(tx, courseId)).map(([old, own]) => [`module.${old}`, `module.${own}`]),
  );

  const before = yield* readLessons(tx, from);
  const ids = new Map<number, number>();
  for (const lesson of before) {
    const { id, body, ...same } = lesson;
    const row = { ...same, courseId, body: withOwn(body), rev: 0, createdAt: now, updatedAt: now };
    const [stored] = yield* run(tx.insert(lessons).values(row).returning({ id: lessons.id }));
    if (!stored) throw new Error('The lesson was not stored.');
    ids.set(id, stored.id);
  }
  const documents = yield* run(findDocuments(tx, { courseId: from }));
  const beside = documents.flatMap(({ assetId, title, ...document }, position) => {
    const lessonId = ids.get(document.lessonId);
    return lessonId === undefined ? [] : [{ lessonId, assetId, title, position }];
  });
  for (const part of inBatches(beside)) yield* run(tx.insert(lessonDocuments).values(part));
  for (const [old, lessonId] of ids) {
    const questions = yield* readQuestions(tx, old);
    yield* insertQuestions(tx, asNext([], lessonId, questions.map(asDraft)), now);
    const copied = yield* readQuestions(tx, lessonId);
    for (const [id, own] of pairs(questions, copied))
      for (const kind of ['question', 'explanation']) keys.set(`${kind}.${id}`, `${kind}.${own}`);
    const answersOf = (all: StoredQuestion[]) => all.flatMap(({ answers }) => answers);
    for (const [id, own] of pairs(answersOf(questions), answersOf(copied))) keys.set(`answer.${id}`, `answer.${own}`);
  }
  const translated = <T extends { units: TranslatedUnit[] }>(row: T): T => ({
    ...row,
    units: row.units.map(({ key, of, text }) => ({ key: keys.get(key) ?? key, of: withOwn(of), text: withOwn(text) })),
  });
  yield* copyTranslations(tx, { from, courseId, ids, translated });
  return made;
}

/** The ids of rows and of their copies, which have the same order. */
const pairs = (rows: readonly { id: number }[], copies: readonly { id: number }[]) =>
  rows.flatMap(({ id }, at) => (copies[at] ? [[id, copies[at].id] as const] : []));

interface Translating {
  from: number;
  courseId: number;
  ids: ReadonlyMap<number, number>;
  translated: <T extends { units: TranslatedUnit[] }>(row: T) => T;
}

function* copyTranslations(tx: TxContext, { from, courseId, ids, translated }: Translating): Steps<void> {
  const { courseTranslations, lessonTranslations } = tx.tables;
  const ofCourse = yield* run(tx.select().from(courseTranslations).where(eq(courseTranslations.courseId, from)));
  for (const part of inBatches(ofCourse.map((row) => ({ ...translated(row), courseId }))))
    yield* run(tx.insert(courseTranslations).values(part));
  const rows = (yield* readLessonTranslations(tx, from)).flatMap((row) => {
    const lessonId = ids.get(row.lessonId);
    return lessonId === undefined ? [] : [{ ...translated(row), lessonId }];
  });
  for (const part of inBatches(rows)) yield* run(tx.insert(lessonTranslations).values(part));
}

const asDraft = ({ questionText, questionType, points, explanation, answers }: StoredQuestion): QuestionDraft => ({
  ...{ questionText, questionType, points, explanation },
  answers: answers.map(({ answerText, isCorrect }) => ({ answerText, isCorrect })),
});

/** 'Copy of Ladders', and with a number where the organization has one: 'Clean Duplicates' goes by titles. */
function* titleOfCopy(tx: TxContext, { title, organizationId }: CourseRecord): Steps<string> {
  const { courses } = tx.tables;
  const isNear = organizationId === null ? isNull(courses.organizationId) : eq(courses.organizationId, organizationId);
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`;
    const wanted = `Copy of ${title}`.slice(0, TITLE_LIMIT - end.length).trimEnd() + end;
    const [taken] = yield* run(
      tx
        .select({ id: courses.id })
        .from(courses)
        .where(and(isNear, eq(courses.title, wanted)))
        .limit(1),
    );
    if (!taken) return wanted;
  }
}

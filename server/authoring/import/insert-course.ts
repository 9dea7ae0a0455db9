import { mediaAddress } from '../../catalog/lessons.ts';
import { inBatches, isOneOf, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import { storeTranslation } from '../courses/translations.ts';
import { asNext, insertQuestions } from '../quizzes/save-question.ts';
import type { CourseContent, LessonContent } from './read-course.ts';
import { mapDestinations } from './text-pictures.ts';

interface Insertion {
  course: CourseContent;
  /** What the files do not say: whose the course is and whether it can be seen. */
  facts: Pick<Tables['courses']['$inferInsert'], 'id' | 'organizationId' | 'isPublished' | 'visibility' | 'createdBy'>;
  /** The id of the asset that holds the file with this path; its row is there already. */
  assetIds: ReadonlyMap<string, string>;
  now: Date;
}

/** Stores a course with its modules, lessons and questions; returns its id. */
export function* insertCourse(source: TxContext, { course, facts, assetIds, now }: Insertion): Steps<number> {
  const { assets, courses, courseModules } = source.tables;
  const {
    price,
    minutes,
    instructor,
    thumbnail,
    thumbnailAddress,
    shown,
    modules = [],
    lessons,
    translations,
    notes: _,
    valid_months: validMonths,
    ...same
  } = course;
  const thumbnailId = thumbnail && assetIds.get(thumbnail.path);
  const [row] = yield* run(
    source
      .insert(courses)
      .values({
        ...same,
        ...facts,
        priceCents: price,
        durationMinutes: minutes,
        validMonths,
        instructorName: instructor,
        thumbnail: thumbnailId ? mediaAddress(thumbnailId) : thumbnailAddress,
        windowFrom: shown?.from,
        windowTo: shown?.to,
        createdAt: now,
      })
      .returning(),
  );
  if (!row) throw new Error('The database stored a course without returning its id.');
  let end = 0;
  const moduleRows = modules.map(({ lessons: range, hidden = false, ...module }, at) => {
    // One without lessons stands behind the one before it, and grows with its first.
    const { from, to } = range ?? { from: end + 1, to: end };
    end = to;
    const place = { courseId: row.id, orderIndex: at + 1, startLessonIndex: from, endLessonIndex: to };
    return { ...module, ...place, isEnabled: !hidden };
  });
  for (const part of inBatches(moduleRows)) yield* run(source.insert(courseModules).values(part));
  const pictures = yield* insertLessons(source, { lessons, courseId: row.id, assetIds, now });
  const ofCourse = isOneOf(assets.id, [...pictures, ...(thumbnailId ? [thumbnailId] : [])]);
  yield* run(source.update(assets).set({ courseId: row.id }).where(ofCourse));
  for (const { lessons: words, ...translation } of translations) {
    const byLesson = lessons.map((lesson) => {
      const found = words.find(({ orderIndex }) => orderIndex === lesson.orderIndex)?.words;
      return found && { ...found, body: withAddresses(found.body, lesson.pictures, assetIds) };
    });
    yield* storeTranslation(source, row, { ...translation, lessons: byLesson });
  }
  return row.id;
}

/** A text with the addresses of the pictures that it names by their paths. */
function withAddresses(
  body: string,
  pictures: LessonContent['pictures'],
  assetIds: ReadonlyMap<string, string>,
): string {
  const shown = new Map(pictures.map(({ written, file }) => [written, assetIds.get(file.path)]));
  return mapDestinations(body, (path) => {
    const id = shown.get(path);
    return id && mediaAddress(id);
  });
}

type NewLessons = Pick<Insertion, 'assetIds' | 'now'> & { lessons: LessonContent[]; courseId: number };

/** Many rows at a time: on SQLite nobody else is answered meanwhile. Returns the assets of the pictures in the texts. */
function* insertLessons(
  source: TxContext,
  { lessons: wanted, courseId, assetIds, now }: NewLessons,
): Steps<Set<string>> {
  const { lessons, lessonDocuments } = source.tables;
  const pictureIds = new Set<string>();
  const rows = wanted.map(({ preview, hidden, video, documents: _, pictures, questions: __, body, ...same }) => {
    for (const { file } of pictures) {
      const id = assetIds.get(file.path);
      if (id !== undefined) pictureIds.add(id);
    }
    const facts = { isPreview: preview, isHidden: hidden, assetId: video && assetIds.get(video.path) };
    return { ...same, ...facts, body: withAddresses(body, pictures, assetIds), courseId, createdAt: now };
  });
  const ids = new Map<number, number>();
  for (const part of inBatches(rows)) {
    const made = yield* run(
      source.insert(lessons).values(part).returning({ id: lessons.id, orderIndex: lessons.orderIndex }),
    );
    for (const { id, orderIndex } of made) ids.set(orderIndex, id);
  }
  const stored = wanted.map((lesson) => {
    const lessonId = ids.get(lesson.orderIndex);
    if (lessonId === undefined) throw new Error('The database stored a lesson without returning its id.');
    return { ...lesson, lessonId };
  });
  const documentRows = stored.flatMap(({ lessonId, documents }) => {
    // A file that is named twice is shown once.
    const own = documents.flatMap(({ title, file }, position) => {
      const assetId = assetIds.get(file.path);
      return assetId === undefined ? [] : [[assetId, { lessonId, assetId, title, position }] as const];
    });
    return [...new Map(own).values()];
  });
  for (const part of inBatches(documentRows)) yield* run(source.insert(lessonDocuments).values(part));
  const asked = stored.flatMap(({ lessonId, questions }) => asNext([], lessonId, questions));
  yield* insertQuestions(source, asked, now);
  return pictureIds;
}

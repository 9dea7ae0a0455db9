import { inArray } from 'drizzle-orm';
import { mediaAddress } from '../../catalog/lessons.ts';
import type { Tables } from '../../db/schema.ts';
import { run, type Steps, type TxContext } from '../../db/unit-of-work.ts';
import { addQuestions } from '../quizzes/save-question.ts';
import type { CourseContent, LessonContent } from './read-course.ts';
import { mapDestinations } from './text-pictures.ts';

interface Insertion {
  course: CourseContent;
  /** What the files do not say: whose the course is and whether it can be seen. */
  facts: Pick<Tables['courses']['$inferInsert'], 'id' | 'organizationId' | 'isPublished' | 'visibility' | 'createdBy'>;
  /** The id of the asset that holds the file with this path; the rows of all but the thumbnail are there already. */
  assetIds: ReadonlyMap<string, string>;
  now: Date;
}

/** Stores a course with its modules, lessons and questions; returns its id. */
export function* insertCourse(source: TxContext, { course, facts, assetIds, now }: Insertion): Steps<number> {
  const { courses, courseModules } = source.tables;
  const {
    price,
    minutes,
    instructor,
    thumbnail,
    thumbnailAddress,
    shown,
    modules = [],
    lessons,
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
      .returning({ id: courses.id }),
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
  if (moduleRows.length > 0) yield* run(source.insert(courseModules).values(moduleRows));
  for (const lesson of lessons) yield* insertLesson(source, { lesson, courseId: row.id, assetIds, now });
  return row.id;
}

type NewLesson = Pick<Insertion, 'assetIds' | 'now'> & { lesson: LessonContent; courseId: number };

function* insertLesson(source: TxContext, { lesson, courseId, assetIds, now }: NewLesson): Steps<void> {
  const { assets, lessons, lessonDocuments } = source.tables;
  const { preview, hidden, video, documents, pictures, questions, ...same } = lesson;
  const assetId = video && assetIds.get(video.path);
  const shown = new Map(
    pictures.flatMap(({ written, file }) => {
      const id = assetIds.get(file.path);
      return id === undefined ? [] : [[written, id] as const];
    }),
  );
  const body = mapDestinations(lesson.body, (path) => {
    const id = shown.get(path);
    return id && mediaAddress(id);
  });
  const row = { ...same, body, courseId, isPreview: preview, isHidden: hidden, assetId, createdAt: now };
  const [made] = yield* run(source.insert(lessons).values(row).returning({ id: lessons.id }));
  if (!made) throw new Error('The database stored a lesson without returning its id.');
  // A file that is named twice is shown once.
  const rows = new Map(
    documents.flatMap(({ title, file }, position) => {
      const assetId = assetIds.get(file.path);
      return assetId === undefined ? [] : [[assetId, { lessonId: made.id, assetId, title, position }] as const];
    }),
  );
  if (rows.size > 0) yield* run(source.insert(lessonDocuments).values([...rows.values()]));
  const ofCourse = [...rows.keys(), ...shown.values()];
  if (ofCourse.length > 0) yield* run(source.update(assets).set({ courseId }).where(inArray(assets.id, ofCourse)));
  if (questions.length > 0) yield* addQuestions(source, { lessonId: made.id, present: [], drafts: questions, now });
}

// The sample content of a fresh installation (decisions 8): four courses, their clips, and the organization that owns one.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Db, run, type Steps, type TxContext } from '../client.ts';
import { sampleMediaFolder } from '../files.ts';
import { passCourseIds } from '../ids.ts';
import type { Tables } from '../schema.ts';
import { course as course1 } from './course-1/course.ts';
import { course as course2 } from './course-2.ts';
import { course as course3 } from './course-3.ts';
import { course as course4 } from './course-4/course.ts';
import type { SampleMediaStore } from './media-store.ts';
import type { SampleCourse, SampleLesson } from './shape.ts';

export const SAMPLE_COURSES: readonly SampleCourse[] = [course1, course2, course3, course4];

/** Owns course 3; the demo accounts join it. Its id is the same in every installation. */
export const DEMO_ORGANIZATION = {
  id: '5a3d1f60-1c1e-4e0e-9b57-2f6f0d1e9a10',
  name: 'Demo Inspections',
  slug: 'demo-inspections',
} as const;

type NewAsset = Tables['assets']['$inferInsert'] & { id: string; durationSeconds: number | null };

/** The media that the rows point to: clips by their name, pictures by their course's id. */
interface Media {
  clips: Map<string, NewAsset>;
  thumbnails: Map<number, NewAsset>;
}

/**
 * Puts the sample content into a database that holds no course yet; true when it did. The media are stored first, the
 * rows follow in one transaction, so being cut short or called twice leaves nothing half done.
 */
export async function seedSampleContent(db: Db, store: SampleMediaStore): Promise<boolean> {
  if (await hasCourses(db)) return false;
  const media = await storeMedia(store);
  return db.transact(function* (source) {
    const { courses, organizations } = db.tables;
    // Another server may have been quicker.
    const some = yield* run(source.select({ id: courses.id }).from(courses).limit(1));
    if (some.length > 0) return false;
    yield* run(source.insert(organizations).values(DEMO_ORGANIZATION).onConflictDoNothing());
    yield* run(source.insert(db.tables.assets).values([...media.clips.values()]));
    for (const sample of SAMPLE_COURSES) yield* insertCourse(source, { sample, media });
    yield* passCourseIds(source, db.engine);
    return true;
  });
}

async function hasCourses(db: Db): Promise<boolean> {
  const { courses } = db.tables;
  return (await db.select({ id: courses.id }).from(courses).limit(1)).length > 0;
}

function* insertCourse(source: TxContext, { sample, media }: { sample: SampleCourse; media: Media }): Steps<void> {
  const { courses, courseModules, assets } = source.tables;
  const { modules, lessons, lessonWindow, durationMinutes, ...shown } = sample;
  const thumbnail = media.thumbnails.get(sample.id);
  yield* run(
    source.insert(courses).values({
      id: shown.id,
      title: shown.title,
      description: shown.description,
      category: shown.category,
      level: shown.level,
      visibility: shown.visibility,
      instructorName: shown.instructorName,
      objectives: shown.objectives,
      prerequisites: shown.prerequisites,
      priceCents: shown.price,
      durationMinutes,
      isPublished: true,
      organizationId: shown.visibility === 'organization' ? DEMO_ORGANIZATION.id : null,
      windowFrom: lessonWindow?.from,
      windowTo: lessonWindow?.to,
      thumbnail: thumbnail ? `/media/${thumbnail.id}` : null,
    }),
  );
  if (thumbnail) yield* run(source.insert(assets).values({ ...thumbnail, courseId: sample.id }));
  const numbered = modules.map((module, at) => ({ ...module, courseId: sample.id, orderIndex: at + 1 }));
  if (numbered.length > 0) yield* run(source.insert(courseModules).values(numbered));
  for (const lesson of lessons) yield* insertLesson(source, { lesson, courseId: sample.id, media });
}

interface NewLesson {
  lesson: SampleLesson;
  courseId: number;
  media: Media;
}

function* insertLesson(source: TxContext, { lesson, courseId, media }: NewLesson): Steps<void> {
  const clip = lesson.clip && media.clips.get(lesson.clip);
  if (lesson.clip && !clip) throw new Error(`The clip ${lesson.clip} is not in sample/media/clips.json.`);
  const [row] = yield* run(
    source
      .insert(source.tables.lessons)
      .values({
        courseId,
        title: lesson.title,
        description: lesson.description,
        body: lesson.body,
        assetId: clip?.id,
        durationSeconds: clip?.durationSeconds ? Math.round(clip.durationSeconds) : (lesson.minutes ?? 0) * 60,
        orderIndex: lesson.orderIndex,
        isPreview: lesson.isPreview ?? false,
        points: lesson.points,
      })
      .returning({ id: source.tables.lessons.id }),
  );
  if (row) yield* insertQuestions(source, { lesson, lessonId: row.id });
}

type NewQuestions = { lesson: SampleLesson; lessonId: number };

function* insertQuestions(source: TxContext, { lesson, lessonId }: NewQuestions): Steps<void> {
  const { quizQuestions, quizAnswers } = source.tables;
  for (const [at, question] of (lesson.questions ?? []).entries()) {
    const [row] = yield* run(
      source
        .insert(quizQuestions)
        .values({
          lessonId,
          questionText: question.text,
          questionType: question.type,
          points: question.points,
          explanation: question.explanation,
          orderIndex: at + 1,
        })
        .returning({ id: quizQuestions.id }),
    );
    if (!row) continue;
    const answers = question.answers.map(({ text, isCorrect }, place) => ({
      questionId: row.id,
      answerText: text,
      isCorrect: isCorrect ?? false,
      orderIndex: place + 1,
    }));
    yield* run(source.insert(quizAnswers).values(answers));
  }
}

const Clips = z.record(
  z.string(),
  z.object({ durationSeconds: z.number(), sizeBytes: z.int(), sha256: z.string().check(z.length(64)) }),
);

async function storeMedia(store: SampleMediaStore): Promise<Media> {
  const folder = sampleMediaFolder();
  const media: Media = { clips: new Map(), thumbnails: new Map() };
  const known = Clips.parse(JSON.parse(await readFile(join(folder, 'clips.json'), 'utf8')));
  for (const [name, clip] of Object.entries(known)) {
    const asset = newAsset(`${name}.mp4`, 'video/mp4', clip.sizeBytes);
    const captions = await readFile(join(folder, `${name}.vtt`), 'utf8');
    await store.put(asset.storageKey, join(folder, asset.fileName), asset.contentType);
    media.clips.set(name, { ...asset, ...clip, etag: clip.sha256.slice(0, 32), captions });
  }
  for (const { id } of SAMPLE_COURSES) {
    const file = join(folder, `thumbnail-${id}.jpg`);
    const asset = newAsset(`thumbnail-${id}.jpg`, 'image/jpeg', (await readFile(file)).length);
    await store.put(asset.storageKey, file, asset.contentType);
    media.thumbnails.set(id, asset);
  }
  return media;
}

function newAsset(fileName: string, contentType: string, sizeBytes: number): NewAsset {
  const id = randomUUID();
  return { id, storageKey: `sample/${fileName}`, fileName, contentType, sizeBytes, etag: id, durationSeconds: null };
}

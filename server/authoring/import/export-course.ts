// A course as a zip of the files that content/README.md describes: what `readCourse` reads is what was exported.
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { UUID_FORM } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { findDocuments } from '../../catalog/lessons.ts';
import { shownText, stateOf } from '../../catalog/translated-units.ts';
import { type Db, isOneOf } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { MediaStorage } from '../../deps.ts';
import { readQuestions } from '../../learning/open-quiz.ts';
import { mayHave } from '../../media/find-asset.ts';
import type { Person } from '../../permissions.ts';
import { readAllTranslations } from '../courses/translations.ts';
import { findModules } from '../outline/admin-lessons.ts';
import { mapDestinations } from './text-pictures.ts';
import { ARCHIVE_LIMIT_BYTES } from './unpack.ts';
import {
  slugOf,
  writeCourse,
  writeLesson,
  writeQuestion,
  writeTranslatedCourse,
  writeTranslatedLesson,
} from './write-files.ts';

type Course = Tables['courses']['$inferSelect'];
type Asset = Tables['assets']['$inferSelect'];
type Entry = { name: string } & ({ text: string } | { asset: Asset });

/** The entries of the archive, all in one folder, for this person. Refuses `export_too_large`. */
export async function listCourseFiles(db: Db, person: Person, course: Course): Promise<Entry[]> {
  const { lessons, assets } = db.tables;
  const own = await db
    .select()
    .from(lessons)
    .where(and(eq(lessons.courseId, course.id), isNull(lessons.retiredAt)))
    .orderBy(asc(lessons.orderIndex), asc(lessons.id));
  const ids = new Set(own.map(({ id }) => id));
  const modules = await db.transact((tx) => findModules(tx, course.id));
  const documents = (await findDocuments(db, { courseId: course.id })).filter(({ lessonId }) => ids.has(lessonId));
  const thumbnailId = idIn(course.thumbnail ?? '');
  const named = new Set(thumbnailId ? [thumbnailId] : []);
  for (const { body } of own)
    mapDestinations(body, (path) => {
      const id = idIn(path);
      if (id) named.add(id);
      return undefined;
    });
  const shownIds = [...own, ...documents].flatMap(({ assetId }) => assetId ?? []);
  const shown = await db.select().from(assets).where(inArray(assets.id, shownIds));
  const media = [...shown, ...(await findPictures(db, person, { course, ids: [...named] }))];
  // What an author sent is exported, with the captions that are shown now.
  const originalIds = media.flatMap(({ originalId }) => originalId ?? []);
  const originals = await db.select().from(assets).where(inArray(assets.id, originalIds));
  const sentFor = (asset: Asset) => originals.find(({ id }) => id === asset.originalId) ?? asset;
  if (media.map(sentFor).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > ARCHIVE_LIMIT_BYTES)
    throw new Refusal('export_too_large');

  const places = new Map<string, string>();
  const files: Entry[] = [];
  const keep = (assetId: string | null | undefined, stem: string): string | undefined => {
    const asset = media.find(({ id }) => id === assetId);
    if (!asset) return undefined;
    const known = places.get(asset.id);
    if (known) return known;
    const sent = sentFor(asset);
    const name = `${stem}.${/\.([a-z0-9]+)$/i.exec(sent.storageKey)?.[1] ?? 'mp4'}`;
    places.set(asset.id, name);
    files.push({ name, asset: sent });
    if (asset.captions) files.push({ name: `${stem}.vtt`, text: asset.captions });
    return name;
  };
  let pictures = 0;
  const keepPicture = (id: string | undefined) => {
    if (!id || !media.some((asset) => asset.id === id && isPicture(asset))) return undefined;
    return places.get(id) ?? keep(id, `picture-${++pictures}`);
  };
  const outline = { modules, lessons: own };
  const address = /^https?:/.test(course.thumbnail ?? '') ? course.thumbnail : null;
  const thumbnail = keep(thumbnailId, 'thumbnail') ?? address ?? undefined;
  const translations = await db.transact((tx) => readAllTranslations(tx, course));
  for (const { language, isPublished, parts } of translations)
    files.push({ name: `course.${language}.yaml`, text: writeTranslatedCourse(parts[0]?.units ?? [], isPublished) });
  files.push({ name: 'course.yaml', text: writeCourse(course, outline, thumbnail) });
  for (const [at, lesson] of own.entries()) {
    const stem = `${String(at + 1).padStart(2, '0')}-${slugOf(lesson.title)}`;
    const asked = await db.transact((tx) => readQuestions(tx, lesson.id));
    const quiz = asked.map((question) => writeQuestion(question, question.answers));
    const beside = documents
      .filter(({ lessonId }) => lessonId === lesson.id)
      .map(({ assetId, title }, at) => ({ title, file: keep(assetId, `${stem}-${at + 1}-${slugOf(title)}`) }));
    const media = { video: keep(lesson.assetId, stem), documents: beside };
    const body = mapDestinations(lesson.body, (path) => keepPicture(idIn(path)));
    for (const { language, parts } of translations) {
      const { units = [] } = parts.find(({ lessonId }) => lessonId === lesson.id) ?? {};
      if (!units.some((unit) => stateOf(unit) === 'ready')) continue;
      const body = units.flatMap((unit) => (unit.key === 'body' ? shownText(unit) : [])).join('\n\n');
      const text = writeTranslatedLesson(
        units,
        mapDestinations(body, (path) => keepPicture(idIn(path))),
        asked,
      );
      files.push({ name: `${stem}.${language}.md`, text });
      const captions = units.find((unit) => unit.key === 'captions' && stateOf(unit) === 'ready');
      const film = media.video?.replace(/\.[^.]+$/, '');
      if (captions && film) files.push({ name: `${film}.${language}.vtt`, text: captions.text });
    }
    files.push({ name: `${stem}.md`, text: writeLesson({ ...lesson, body }, media, quiz) });
  }
  return files;
}

const idIn = (address: string) => new RegExp(`^/media/(${UUID_FORM})$`).exec(address)?.[1];
const isPicture = ({ contentType }: Asset) => contentType.startsWith('image/');

/** The pictures of the course among these, and those of others that this person may see. */
export async function findPictures(
  db: Db,
  person: Person,
  { course, ids }: { course: Course; ids: readonly string[] },
): Promise<Asset[]> {
  const { assets } = db.tables;
  const found: Asset[] = [];
  for (const asset of await db.select().from(assets).where(isOneOf(assets.id, ids))) {
    const isOpen = asset.courseId === course.id || (await mayHave(db, person, asset));
    if (isPicture(asset) && isOpen) found.push(asset);
  }
  return found;
}

/** The bytes of the archive, as they are read: media are neither compressed again nor held in memory. */
export async function* zipFiles(
  files: readonly Entry[],
  storage: Pick<MediaStorage, 'read'>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let broken: Error | undefined;
  const zip = new Zip((error, bytes) => {
    if (error) broken = error;
    else ready.push(bytes);
  });
  function* drained() {
    if (broken) throw broken;
    yield* ready.splice(0);
  }
  for (const file of files) {
    if ('text' in file) {
      const entry = new ZipDeflate(file.name);
      zip.add(entry);
      entry.push(strToU8(file.text), true);
    } else {
      const entry = new ZipPassThrough(file.name);
      zip.add(entry);
      const { storageKey, sizeBytes } = file.asset;
      for await (const chunk of await storage.read(storageKey, 0, sizeBytes - 1)) {
        entry.push(chunk);
        yield* drained();
      }
      entry.push(new Uint8Array(0), true);
    }
    yield* drained();
  }
  zip.end();
  yield* drained();
}

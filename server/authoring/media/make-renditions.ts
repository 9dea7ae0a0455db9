// Makes of each video that arrives a smaller one that phones and tablets play, where ffmpeg is installed: one small and one large at a
// time in an installation, whichever of its processes does it (decision 275).
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { and, asc, desc, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import { run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import type { Converter, Deps, VideoFacts } from '../../deps.ts';
import { errorFields } from '../../http/responses.ts';
import { MOST_PIXELS, RENDITION_BITS, RENDITION_LINES, SOUND_BITS } from '../../media/ffmpeg.ts';
import { POSTER_NAME } from '../../media/find-asset.ts';
import { countWaiting, type Kind, pauseAfter } from '../../queue/queue.ts';

/** After a failure, such as a full disk; the third one is the last. Each video has its own, so that none waits for another one's. */
const PAUSES_MS = [600_000, 1_200_000];
/** A version that saves less than a tenth is not worth the room that both take. */
const SMALLER = 0.9;

type Making = Pick<Deps, 'db' | 'media' | 'log' | 'now'>;
type Asset = Tables['assets']['$inferSelect'];

const LARGE_BYTES = 250_000_000;

/** A large video takes hours: small ones do not wait for it. */
const LANES: Record<string, (assets: Tables['assets']) => SQL> = {
  small: ({ sizeBytes }) => lte(sizeBytes, LARGE_BYTES),
  large: ({ sizeBytes }) => gt(sizeBytes, LARGE_BYTES),
};

/**
 * One video of each lane in each turn. A stop breaks it off; after that, or a kill, it is begun anew. What is made takes its place in one
 * unit of work, so that it does so once.
 */
export function renditions(deps: Making): Kind {
  const { assets } = deps.db.tables;
  /** By lane and organization, when it last had a turn. */
  const turns = new Map<string, number>();
  return {
    async find() {
      if (!deps.media.converter) return [];
      const lanes = Object.keys(LANES);
      const waiting = await Promise.all(lanes.map((lane) => listWaiting(deps, lane)));
      return lanes.filter((_, n) => waiting[n]?.length);
    },
    async work({ key: lane, signal }) {
      const waiting = await listWaiting(deps, lane);
      const lastOf = ({ organizationId }: { organizationId: string | null }) =>
        turns.get(`${lane}/${organizationId}`) ?? 0;
      // Of the organization whose last turn is longest ago.
      const [first] = waiting.sort((a, b) => lastOf(a) - lastOf(b));
      const [video] = first ? await deps.db.select().from(assets).where(eq(assets.id, first.id)) : [];
      const { converter } = deps.media;
      if (!first || !video || !converter) return;
      turns.set(`${lane}/${first.organizationId}`, deps.now().getTime());
      await tryOne(deps, converter, video, signal);
    },
    atOnce: Object.keys(LANES).length,
    backlog: () => countWaiting(deps.db, assets, assets.createdAt, eq(assets.rendition, 'waiting')),
  };
}

/** The newest first: its author is waiting for it. */
function listWaiting({ db, now }: Making, lane: string) {
  const { assets, lessons, courses } = db.tables;
  const isDue = or(isNull(assets.renditionTryAt), lte(assets.renditionTryAt, now()));
  return db
    .select({ id: assets.id, organizationId: courses.organizationId })
    .from(assets)
    .leftJoin(lessons, eq(lessons.assetId, assets.id))
    .leftJoin(courses, eq(courses.id, lessons.courseId))
    .where(and(eq(assets.rendition, 'waiting'), isDue, LANES[lane]?.(assets)))
    .orderBy(asc(assets.renditionTries), desc(assets.createdAt), asc(assets.id));
}

async function tryOne(deps: Making, converter: Converter, asset: Asset, signal: AbortSignal): Promise<void> {
  const { db, log, now } = deps;
  const { id: assetId, renditionTries } = asset;
  const { assets } = db.tables;
  const set = (change: Partial<Asset>) => db.update(assets).set(change).where(eq(assets.id, assetId));
  const tries = renditionTries + 1;
  // Before the work: a video that kills the process is not begun for ever.
  await set({ renditionTries: tries });
  try {
    const outcome = await makeOne(deps, converter, asset, signal);
    if (!outcome) return;
    const { rendition, facts, reason } = outcome;
    if (rendition !== 'made') await db.transact((tx) => writeFacts(tx, asset, { rendition, facts }));
    log.info('video looked at', { assetId, rendition, codec: facts?.codec, ...(reason && { reason }) });
  } catch (error) {
    if (signal.aborted) {
      await set({ renditionTries });
      throw error;
    }
    if (error instanceof Error) log.warn('rendition not made', { assetId, tries, ...errorFields(error) });
    const isOver = tries > PAUSES_MS.length;
    const tryAt = new Date(now().getTime() + pauseAfter(tries, PAUSES_MS));
    await set(isOver ? { rendition: 'failed' } : { renditionTryAt: tryAt });
  }
}

type Outcome = { rendition: 'made' | 'unneeded' | 'failed'; facts?: VideoFacts | undefined; reason?: string };

async function makeOne(
  deps: Making,
  converter: Converter,
  asset: Asset,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { media } = deps;
  const folder = join(media.incoming, `${randomUUID()}.part`);
  await mkdir(folder, 0o700);
  try {
    const source = media.storage.localPath(asset.storageKey) ?? (await fetchFile(deps, asset, join(folder, 'sent')));
    const facts = await converter.probe(source, signal);
    if (!facts) return { rendition: 'failed', reason: 'not readable' };
    if (facts.width * facts.height > MOST_PIXELS) return { rendition: 'failed', facts, reason: 'too many pixels' };
    await makePoster(deps, converter, { asset, source, path: join(folder, 'poster'), facts, signal });
    const isFine = playsOnTablets(facts) && asset.contentType === 'video/mp4';
    if (isFine && isSmall(facts, asset.sizeBytes)) return { rendition: 'unneeded', facts };
    const path = join(folder, 'made');
    await converter.convert(source, path, { facts, signal });
    const { size: sizeBytes } = await stat(path);
    if (isFine && sizeBytes > asset.sizeBytes * SMALLER) return { rendition: 'unneeded', facts };
    const made = await converter.probe(path, signal);
    // A file that breaks off in its middle is converted up to there, without an error.
    if (!made || !isAsLong(made, facts)) return { rendition: 'failed', facts, reason: 'shorter than the original' };
    return (await store(deps, asset, { facts, made, path, sizeBytes })) ? { rendition: 'made', facts } : undefined;
  } finally {
    await rm(folder, { force: true, recursive: true });
  }
}

const playsOnTablets = ({ codec, pixelFormat, audio }: VideoFacts) =>
  codec === 'h264' && /^yuvj?420p$/.test(pixelFormat) && (audio === null || audio === 'aac' || audio === 'mp3');

const isSmall = ({ width, height, seconds = 0 }: VideoFacts, bytes: number) =>
  Math.min(width, height) <= RENDITION_LINES && bytes * 8 <= seconds * (RENDITION_BITS + SOUND_BITS);

const isAsLong = (made: VideoFacts, facts: VideoFacts) =>
  facts.seconds === undefined || (made.seconds ?? 0) > facts.seconds * 0.98 - 1;

async function fetchFile({ media }: Making, { storageKey, sizeBytes }: Asset, path: string): Promise<string> {
  const bytes = await media.storage.read(storageKey, 0, sizeBytes - 1);
  await pipeline(Readable.fromWeb(bytes as NodeStream), createWriteStream(path, { mode: 0o600 }));
  return path;
}

/** Writes down what was found of a video, for whose lessons nothing else changes but a length that nobody knew. */
function* writeFacts(
  { queries, tables: { assets, lessons } }: TxContext,
  { id, durationSeconds }: Asset,
  { rendition, facts }: Outcome,
): Steps<void> {
  const seconds = durationSeconds ?? facts?.seconds ?? null;
  const change = { rendition, codec: facts?.codec ?? null, durationSeconds: seconds };
  yield* run(queries.update(assets).set(change).where(eq(assets.id, id)));
  if (seconds === null || durationSeconds !== null) return;
  const length = { durationSeconds: Math.ceil(seconds) };
  yield* run(queries.update(lessons).set(length).where(eq(lessons.assetId, id)));
}

interface Pictured {
  asset: Asset;
  source: string;
  path: string;
  facts: VideoFacts;
  signal: AbortSignal;
}

/** Gives a video a picture, which goes with it. Without one it is played all the same. */
async function makePoster(deps: Making, converter: Converter, { asset, source, path, ...work }: Pictured) {
  const { db, media, log, now } = deps;
  const { assets, lessons } = db.tables;
  try {
    const [shown] = await db
      .select({ courseId: lessons.courseId })
      .from(lessons)
      .where(eq(lessons.assetId, asset.id))
      .limit(1);
    if (!shown || asset.posterId) return;
    await converter.poster(source, path, work);
    const { size: sizeBytes } = await stat(path);
    const id = randomUUID();
    const stored = { contentType: 'image/jpeg', storageKey: `pictures/${shown.courseId}/${id}.jpg`, sizeBytes };
    await media.storage.put(stored.storageKey, { path, contentType: stored.contentType });
    const isShown = await db.transact(function* (tx) {
      const ofVideo = eq(assets.id, asset.id);
      const kept = yield* run(tx.update(assets).set({ posterId: id }).where(ofVideo).returning({ id: assets.id }));
      // The video was deleted meanwhile.
      if (kept.length === 0) return false;
      const row = { ...stored, id, ...shown, fileName: POSTER_NAME, etag: id, createdAt: now() };
      yield* run(tx.insert(assets).values(row));
      return true;
    });
    if (!isShown) await media.storage.remove(stored.storageKey);
  } catch (error) {
    work.signal.throwIfAborted();
    if (error instanceof Error) log.warn('poster not made', { assetId: asset.id, ...errorFields(error) });
  }
}

interface Made {
  facts: VideoFacts;
  made: VideoFacts;
  path: string;
  sizeBytes: number;
}

/** Stores what was made and lets the lessons show it; false when nothing waits for it any more. */
async function store(deps: Making, sent: Asset, { facts, made, path, sizeBytes }: Made): Promise<boolean> {
  const { db, media, now } = deps;
  const { storage } = media;
  const contentType = 'video/mp4';
  const madeId = randomUUID();
  const storageKey = `renditions/${madeId}.mp4`;
  await storage.put(storageKey, { path, contentType });
  const isShown = await db.transact(function* (tx) {
    const { assets, lessons } = tx.tables;
    const [original] = yield* run(tx.select().from(assets).where(eq(assets.id, sent.id)));
    // It was deleted, or a process that seemed to be dead was quicker.
    if (original?.rendition !== 'waiting') return false;
    yield* writeFacts(tx, original, { rendition: 'made', facts });
    const { id, captions, captionsRev, posterId } = original;
    const row = {
      id: madeId,
      storageKey,
      contentType,
      sizeBytes,
      captions,
      captionsRev,
      posterId,
      etag: madeId,
      fileName: `${original.fileName.replace(/\.[^.]*$/, '')}.mp4`,
      originalId: id,
      codec: made.codec,
      isPlayable: true,
      createdAt: now(),
      durationSeconds: original.durationSeconds ?? made.seconds ?? null,
    };
    yield* run(tx.insert(assets).values(row));
    yield* run(tx.update(lessons).set({ assetId: madeId }).where(eq(lessons.assetId, id)));
    return true;
  });
  if (!isShown) await storage.remove(storageKey);
  return isShown;
}

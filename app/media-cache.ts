// The media of lessons that were opened, so that they play again without a network though nobody downloaded them (V5).
// A copy is kept once per person, not per device: only the server knows who may see a file, and a copy that lies under the
// name of the person whom the server gave it to can never reach another one of the same tablet (V7 shares them by grants).

const CACHE = 'groundwork-media';
const INDEX = '/media/kept.json';
const MIB = 1024 * 1024;
const ONE_COPY_LIMIT = 25 * MIB;
const ALL_COPIES_LIMIT = 200 * MIB;
const MEDIA_TYPE = /^(video|audio|image)\/|^text\/vtt/;

/** What is asked for, by whom (`visitor` for nobody), and the Authorization header of that person, if there is one. */
export type MediaAsk = { url: URL; range: string | null; person: string; authorization: string | undefined };

type Kept = Record<string, { bytes: number; usedAt: number }>;

const arriving = new Set<string>();

/** The same file has one copy per person and version (of captions), whatever ticket stood in the query of its address. */
function keyOf({ url, person }: MediaAsk): string {
  const version = url.searchParams.get('v');
  return `${url.origin}${url.pathname}?${new URLSearchParams({ person, ...(version && { v: version }) })}`;
}

/**
 * Answers a request for a file below /media/: from this person's copy, else from the network, keeping a copy when the
 * answer holds the whole of a small file. `later` gets what may go on after the answer.
 */
export async function answerMedia(ask: MediaAsk, later: (work: Promise<void>) => void): Promise<Response> {
  const key = keyOf(ask);
  const copy = await completeCopy(key);
  if (copy) {
    later(noteUse(key, copy.file.size));
    return partOf(copy, ask.range);
  }
  // A player asks two or three times for the beginning of one file: one of its answers is enough to keep.
  const mayKeep = (ask.range === null || ask.range === 'bytes=0-') && !arriving.has(key);
  if (mayKeep) arriving.add(key);
  let keeping: Promise<void> | undefined;
  try {
    const answer = await fetchMedia(ask);
    const bytes = wholeSize(answer);
    if (mayKeep && bytes !== undefined) keeping = keep(key, answer.clone(), bytes);
    if (keeping) later(keeping);
    return withoutAddress(answer);
  } finally {
    if (mayKeep && !keeping) arriving.delete(key);
  }
}

/** Fetches and keeps a file that was opened before a worker could see it, unless it is here, on its way or too large. */
export async function keepMedia(ask: MediaAsk): Promise<void> {
  if (arriving.has(keyOf(ask))) return;
  const works: Promise<void>[] = [];
  const answer = await answerMedia({ ...ask, range: null }, (work) => works.push(work));
  await answer.body?.cancel();
  await Promise.all(works);
}

/** V4: by address with our own headers. A copy of the player's own request would silently lose Authorization and Range. */
function fetchMedia({ url, range, authorization }: MediaAsk): Promise<Response> {
  const headers = new Headers();
  if (range) headers.set('Range', range);
  if (authorization) headers.set('Authorization', authorization);
  return fetch(url, { headers, redirect: 'error' });
}

/**
 * The same answer as if made here. Chromium plays one film from one origin only: what comes out of a copy has no address,
 * so what comes from the network must not have one either, or the film breaks in the moment its copy is complete.
 */
function withoutAddress({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers });
}

/** The size of the file when this answer carries all of it and it is worth keeping; else undefined. */
function wholeSize(answer: Response): number | undefined {
  if (!MEDIA_TYPE.test(answer.headers.get('Content-Type') ?? '')) return undefined;
  const length = Number(answer.headers.get('Content-Length') ?? Number.NaN);
  const [, first, last, all] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '') ?? [];
  const whole = answer.status === 200 || (answer.status === 206 && first === '0' && Number(last) + 1 === Number(all));
  return whole && length > 0 && length <= ONE_COPY_LIMIT ? length : undefined;
}

/** Stores a copy, whole or not at all. One that does not fit or breaks off is not missed: nobody waits for it. */
async function keep(key: string, answer: Response, bytes: number): Promise<void> {
  try {
    const headers = new Headers(answer.headers);
    headers.delete('Content-Range');
    const cache = await caches.open(CACHE);
    await cache.put(key, new Response(answer.body, { headers }));
    await noteUse(key, bytes);
  } catch {
    // No room, or the network went away in the middle.
  } finally {
    arriving.delete(key);
  }
}

type Copy = { file: Blob; headers: Headers };

/** A copy, undefined when there is none or the browser lost a part of it. */
async function completeCopy(key: string): Promise<Copy | undefined> {
  const cache = await caches.open(CACHE);
  const found = await cache.match(key);
  if (!found) return undefined;
  const file = await found.blob();
  if (file.size === Number(found.headers.get('Content-Length'))) return { file, headers: found.headers };
  await cache.delete(key);
  return undefined;
}

/**
 * A plain or partial answer out of a whole file (RFC 9110, 14.1.2); a malformed range is ignored as the standard allows.
 * It carries the file's own ETag: a player that began with the network's answer would take another one for another file.
 */
function partOf({ file, headers: stored }: Copy, range: string | null): Response {
  const headers = new Headers(stored);
  headers.set('Accept-Ranges', 'bytes');
  const [matched, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (!matched || (first === '' && last === '')) return new Response(file, { headers });
  const from = first === '' ? Math.max(0, file.size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? file.size - 1 : Math.min(Number(last), file.size - 1);
  if (from > to) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${file.size}` } });
  const part = file.slice(from, to + 1, file.type);
  headers.set('Content-Range', `bytes ${from}-${to}/${file.size}`);
  headers.set('Content-Length', String(part.size));
  return new Response(part, { status: 206, headers });
}

let indexing: Promise<void> = Promise.resolve();

/** Notes that a copy was used now, and lets the longest unused ones go when all together are too large. One at a time. */
function noteUse(key: string, bytes: number): Promise<void> {
  const work = indexing.then(async () => {
    const cache = await caches.open(CACHE);
    const noted: Kept = (await (await cache.match(INDEX))?.json()) ?? {};
    // Copies that were forgotten, or lost by the browser, must not take the room of those that are here.
    const here = new Set((await cache.keys()).map(({ url }) => url));
    const kept = Object.fromEntries(Object.entries(noted).filter(([key]) => here.has(key)));
    kept[key] = { bytes, usedAt: Date.now() };
    for (const gone of tooMany(kept)) {
      delete kept[gone];
      await cache.delete(gone);
    }
    await cache.put(INDEX, Response.json(kept));
  });
  indexing = work.catch(() => undefined);
  return indexing;
}

/** The keys to let go, longest unused first, so that the rest fits. */
function tooMany(kept: Kept): string[] {
  const newestFirst = Object.entries(kept).sort(([, a], [, b]) => b.usedAt - a.usedAt);
  let sum = 0;
  return newestFirst.flatMap(([key, { bytes }]) => {
    sum += bytes;
    return sum > ALL_COPIES_LIMIT ? [key] : [];
  });
}

/** Lets a person's copy of one file go, because what it holds does not play. For the page as well as the worker. */
export async function forgetCopy(address: string, person: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.delete(keyOf({ url: new URL(address, location.href), range: null, person, authorization: undefined }));
}

/** Lets every copy of a person go, as signing out asks for (Y23). For the page as well as the worker. */
export async function forgetMedia(person: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const theirs = (await cache.keys()).filter(({ url }) => new URL(url).searchParams.get('person') === person);
  await Promise.all(theirs.map((request) => cache.delete(request)));
}

/** Lets the copies of everybody go, for want of room (Y26); false when there were none. */
export function forgetAllMedia(): Promise<boolean> {
  return caches.delete(CACHE);
}

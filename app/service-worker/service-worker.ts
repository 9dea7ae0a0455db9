import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import type { Config } from '#sync/contract/server.ts';
import { SERVER_PATHS } from '#sync/contract/server.ts';
import { answerMedia, type MediaRequest } from '#sync/downloads/answer-media.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { flushDevice } from '#sync/extras/background.ts';
import type { SessionPort } from '#sync/ports.ts';
import { LAST_CONFIG, readActiveUser, readSession, readSetting } from '#sync/store/device.ts';
import { VISITOR } from '#sync/store/replica.ts';
import { webPorts } from '#sync/web-ports.ts';
import { refreshStored } from '../api/refresh-session.ts';
import { FLUSH_TAG, type SyncEvent, showOnIcon } from '../device/background-sync.ts';
import { device } from '../device/device.ts';
import { answerCatalog, isCatalog } from '../device/language-cache.ts';

const sessionOf = (userId: string): SessionPort => {
  const read = () => readSession(device, userId);
  return {
    token: async () => (await read())?.access_token ?? null,
    // A user who signed in has had a page, and every page stores the configuration.
    refresh: () => refreshStored(read, async () => (await readSetting(device, LAST_CONFIG)) as Config),
  };
};

/** Sends the unsent work of all users of this device (Y19). Rejects when something is left, so that the browser tries again. */
async function flushInBackground({ clients }: Pick<ServiceWorkerGlobalScope, 'clients'>): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' });
  // A visible page sends its work itself; a busy worker would keep a new version from taking over (R-O12).
  if (pages.some(({ visibilityState }) => visibilityState === 'visible'))
    throw new Error('A visible page sends the work.');
  const { hasWorkLeft } = await flushDevice(device, webPorts({ sessionOf }));
  showOnIcon((await readActiveUser(device))?.pendingCount ?? 0);
  if (hasWorkLeft) throw new Error('Some work could not be sent yet.');
}

type BuiltFile = { url: string; revision: string | null; integrity: string };

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: unknown };

/** The files of the build with the hashes by which the browser refuses any other answer in their place (vite.config.ts). */
const manifest = self.__WB_MANIFEST as BuiltFile[];
const addressOf = ({ url }: BuiltFile) => `/${url}`;

/** The viewer of PDF is larger than the rest of the app: it is cached once the device has a PDF, and with each version from then on. */
const isViewer = (entry: BuiltFile) => /\/pdf[.-]|\.wasm$/.test(addressOf(entry));
const viewer = new Map(manifest.filter(isViewer).map((entry) => [addressOf(entry), entry.integrity]));
const VIEWER_CACHE = 'groundwork-pdf-viewer';

// What was refused may lie in the browser's own cache, for a year if its sender says so: the next try is to find the file there.
addPlugins([
  { fetchDidFail: async ({ request }) => void (await fetch(request, { cache: 'reload' }).catch(() => undefined)) },
]);
precacheAndRoute(
  manifest.filter((entry) => !isViewer(entry)),
  { cleanURLs: false, directoryIndex: '' },
);
cleanupOutdatedCaches();

/** Paths that the server handles itself, email links above all, and files such as robots.txt never get the shell. */
const denylist = [
  ...SERVER_PATHS.map((path) => new RegExp(`^${path.replaceAll('/', '\\/')}`)),
  /^[^?]*\.[a-z][a-z0-9]*(\?|$)/i,
];

registerRoute(new NavigationRoute(createHandlerBoundToURL('landing.html'), { allowlist: [/^\/(\?|$)/] }));
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist }));
// A page that is no longer here, and that the server has in another version only, is the server's.
setCatchHandler(async ({ request }) => (request.mode === 'navigate' ? fetch(request) : Response.error()));

const isMedia = (url: URL) => url.origin === self.location.origin && url.pathname.startsWith('/media/');

const media = {
  device,
  cache: openMediaCache(),
  fetch: (url: URL, init: RequestInit) => fetch(url, init),
  now: Date.now,
};

registerRoute(
  // A reload wants the server's file, such as captions that an author has just changed.
  ({ url, request }) => isMedia(url) && request.mode !== 'navigate' && request.cache !== 'reload',
  async ({ url, request, event }) => {
    const opening = await mediaRequest(url, request.headers.get('Range')).catch(() => undefined);
    return opening ? answerMedia(media, opening, (work) => event.waitUntil(work)) : Response.error();
  },
);

registerRoute(
  ({ url }) => url.origin === self.location.origin && viewer.has(url.pathname),
  async ({ request, url }) => (await caches.match(request.url)) ?? fetchOfViewer(url.pathname),
);

registerRoute(
  ({ url }) => url.origin === self.location.origin && isCatalog(url.pathname),
  ({ request }) => answerCatalog(request),
);

async function fetchOfViewer(address: string): Promise<Response> {
  const integrity = viewer.get(address);
  return fetch(address, { integrity }).catch(() => fetch(address, { integrity, cache: 'reload' }));
}

async function keepViewer(): Promise<void> {
  const cache = await caches.open(VIEWER_CACHE);
  const here = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const missing = [...viewer.keys()].filter((address) => !here.includes(address));
  await Promise.all(missing.map(async (address) => cache.put(address, await fetchOfViewer(address))));
}

/** Takes out what is not a file of this build, as disks have faults; it is fetched when it is asked for. */
async function removeWrongFiles(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    manifest.map(async (entry) => {
      const key = getCacheKeyForURL(addressOf(entry)) ?? addressOf(entry);
      const kept = await caches.match(key);
      if (!kept || (await integrityOf(kept)) === entry.integrity) return;
      for (const name of names) await (await caches.open(name)).delete(key);
    }),
  );
}

async function integrityOf(response: Response): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(hash)))}`;
}

/** Other versions' files; the pages that needed them are gone. */
async function forgetOldViewer(): Promise<void> {
  const cache = await caches.open(VIEWER_CACHE);
  const old = (await cache.keys()).filter(({ url }) => !viewer.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

self.addEventListener('install', (event) => {
  // An update must not wait for it, nor fail with it.
  event.waitUntil(caches.has(VIEWER_CACHE).then((has) => (has ? keepViewer().catch(() => undefined) : undefined)));
});

/** The active user is read from the device each time, because it may change during the worker's lifetime. */
async function mediaRequest(url: URL, range: string | null): Promise<MediaRequest> {
  const user = await readActiveUser(device);
  const session = user && (await readSession(device, user.userId));
  // An expired token would turn a public file into a 401; the player's own media token, or none, is better.
  const isGood = session !== undefined && session.expires_at * 1000 > Date.now();
  return {
    url,
    range,
    userId: user?.userId ?? VISITOR,
    authorization: isGood ? `Bearer ${session.access_token}` : undefined,
  };
}

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  event.waitUntil(caches.has(VIEWER_CACHE).then((has) => (has ? forgetOldViewer() : undefined)));
});

/** The browser has a network again; a page has registered for this (Y19). */
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === FLUSH_TAG) (event as SyncEvent).waitUntil(flushInBackground(self));
});

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  // What asks waits for the answer: an empty or foreign script, which a browser would install too, gives none.
  const answer = () => event.ports[0]?.postMessage('done');
  if (event.data?.type === 'ARE_YOU_THERE') answer();
  if (event.data?.type === 'REMOVE_WRONG_FILES') event.waitUntil(removeWrongFiles().finally(answer));
  if (event.data?.type === 'KEEP_PDF_VIEWER') event.waitUntil(keepViewer().catch(() => undefined));
  if (event.data?.type === 'KEEP_LANGUAGE') event.waitUntil(keepCatalogs(event.data.addresses));
  if (event.data?.type === 'KEEP_MEDIA') event.waitUntil(keepAll(event.data.addresses));
});

/** Caches the language of a page that was opened before this worker controlled it. */
async function keepCatalogs(addresses: unknown): Promise<void> {
  const named = Array.isArray(addresses) ? addresses.filter((text) => typeof text === 'string') : [];
  const urls = named
    .map((text) => new URL(text, self.location.origin))
    .filter(({ origin }) => origin === self.location.origin);
  await Promise.all(urls.filter(({ pathname }) => isCatalog(pathname)).map((url) => answerCatalog(new Request(url))));
}

/** Caches the files of a lesson whose page was opened before this worker controlled it. */
async function keepAll(addresses: unknown): Promise<void> {
  const paths = Array.isArray(addresses) ? addresses.filter((text) => typeof text === 'string') : [];
  const urls = paths.map((text) => new URL(text, self.location.origin)).filter(isMedia);
  const copies: Promise<void>[] = [];
  const answers = urls.map(async (url) => {
    const answer = await answerMedia(media, await mediaRequest(url, null), (work) => copies.push(work));
    await answer.body?.cancel();
  });
  await Promise.allSettled(answers);
  await Promise.all(copies);
}

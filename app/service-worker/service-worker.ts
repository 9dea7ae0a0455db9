import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
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
  // A visible page sends its work itself; a busy worker would keep a new version from taking over (O12).
  if (pages.some(({ visibilityState }) => visibilityState === 'visible'))
    throw new Error('A visible page sends the work.');
  const { hasWorkLeft } = await flushDevice(device, webPorts({ sessionOf }));
  showOnIcon((await readActiveUser(device))?.pendingCount ?? 0);
  if (hasWorkLeft) throw new Error('Some work could not be sent yet.');
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] };

const manifest = self.__WB_MANIFEST;
const addressOf = (entry: string | { url: string }) => `/${typeof entry === 'string' ? entry : entry.url}`;

/** The viewer of PDF is larger than the rest of the app: it is cached once the device has a PDF, and with each version from then on. */
const viewer = manifest.map(addressOf).filter((address) => /\/pdf[.-]|\.wasm$/.test(address));
const VIEWER_CACHE = 'groundwork-pdf-viewer';

precacheAndRoute(
  manifest.filter((entry) => !viewer.includes(addressOf(entry))),
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
  ({ url }) => url.origin === self.location.origin && viewer.includes(url.pathname),
  async ({ request }) => (await caches.match(request.url)) ?? fetch(request.url),
);

async function keepViewer(): Promise<void> {
  const cache = await caches.open(VIEWER_CACHE);
  const here = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  await cache.addAll(viewer.filter((address) => !here.includes(address)));
}

/** Other versions' files; the pages that needed them are gone. */
async function forgetOldViewer(): Promise<void> {
  const cache = await caches.open(VIEWER_CACHE);
  const old = (await cache.keys()).filter(({ url }) => !viewer.includes(new URL(url).pathname));
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
  if (event.data?.type === 'KEEP_PDF_VIEWER') event.waitUntil(keepViewer().catch(() => undefined));
  if (event.data?.type === 'KEEP_MEDIA') event.waitUntil(keepAll(event.data.addresses));
});

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

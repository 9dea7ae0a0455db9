// The service worker: the shell and every learner chunk from the device, so that any address of the app opens without a
// network, media by their stable addresses with the person's bearer (V4), and unsent work when no page is there to send it (Y19). It
// caches no answer of the API: the replica is that cache. It takes over only when a person asks for it (O12).
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { Config } from '#sync/contract/config.ts';
import { SERVER_PATHS } from '#sync/contract/server-paths.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import { type MediaAsk, openMedia } from '#sync/downloads/opened.ts';
import { flushDevice } from '#sync/extras/background.ts';
import type { SessionPort } from '#sync/ports.ts';
import { LAST_CONFIG, readActiveUser, readSession, readSetting } from '#sync/store/device.ts';
import { VISITOR } from '#sync/store/replica.ts';
import { webPorts } from '#sync/web-ports.ts';
import { refreshStored } from '../api/refresh-session.ts';
import { showOnIcon } from '../device/app-badge.ts';
import { FLUSH_TAG, type SyncEvent } from '../device/background-sync.ts';
import { device } from '../device/device.ts';

// The worker's pass on a Background Sync event (Y19). Its sign-in is the device's: no auth client comes along.

const sessionOf = (userId: string): SessionPort => {
  const read = () => readSession(device, userId);
  return {
    token: async () => (await read())?.access_token ?? null,
    // Any page has kept the configuration, and who has signed in has had a page.
    refresh: () => refreshStored(read, async () => (await readSetting(device, LAST_CONFIG)) as Config),
  };
};

/** Sends what everybody of this device has unsent. Rejects when something is left, so that the browser tries again. */
async function drainInBackground({ clients }: Pick<ServiceWorkerGlobalScope, 'clients'>): Promise<void> {
  const pages = await clients.matchAll({ type: 'window' });
  // A page in sight sends its work itself; a worker that is busy would keep a new version from taking over (O12).
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) throw new Error('A page is at it.');
  const { isSomethingLeft } = await flushDevice(device, webPorts({ sessionOf }));
  showOnIcon((await readActiveUser(device))?.pendingCount ?? 0);
  if (isSomethingLeft) throw new Error('Some work could not be sent yet.');
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | { url: string; revision: string | null })[] };

precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

/** What the server answers itself, mail links above all, and files such as robots.txt, are never the shell. */
const denylist = [
  ...SERVER_PATHS.map((path) => new RegExp(`^${path.replaceAll('/', '\\/')}`)),
  /^[^?]*\.[a-z][a-z0-9]*(\?|$)/i,
];

registerRoute(new NavigationRoute(createHandlerBoundToURL('landing.html'), { allowlist: [/^\/(\?|$)/] }));
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist }));

const isMedia = (url: URL) => url.origin === self.location.origin && url.pathname.startsWith('/media/');

const media = {
  device,
  shelf: openMediaCache(),
  fetch: (url: URL, init: RequestInit) => fetch(url, init),
  now: Date.now,
};

registerRoute(
  // Who asks to reload wants the server's own: an author's captions of a moment ago.
  ({ url, request }) => isMedia(url) && request.mode !== 'navigate' && request.cache !== 'reload',
  async ({ url, request, event }) => {
    const ask = await askFor(url, request.headers.get('Range')).catch(() => undefined);
    return ask ? openMedia(media, ask, (work) => event.waitUntil(work)) : Response.error();
  },
);

/** Who asks is read from the device each time: the person may change while the worker lives. */
async function askFor(url: URL, range: string | null): Promise<MediaAsk> {
  const person = await readActiveUser(device);
  const session = person && (await readSession(device, person.userId));
  // A bearer that ran out would turn a public file into a 401; the player's own ticket, or nothing, is better.
  const isGood = session !== undefined && session.expires_at * 1000 > Date.now();
  return {
    url,
    range,
    userId: person?.userId ?? VISITOR,
    authorization: isGood ? `Bearer ${session.access_token}` : undefined,
  };
}

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
  // Where earlier versions kept media that were only opened.
  void caches.delete('groundwork-media');
});

/** The browser has a network for what a page has asked it to wait for (Y19). */
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent;
  if (tag === FLUSH_TAG) (event as SyncEvent).waitUntil(drainInBackground(self));
});

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (event.data?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (event.data?.type === 'KEEP_MEDIA') event.waitUntil(keepAll(event.data.addresses));
});

/** Keeps the files of a lesson whose page was opened before this worker controlled it. */
async function keepAll(addresses: unknown): Promise<void> {
  const texts = Array.isArray(addresses) ? addresses.filter((text) => typeof text === 'string') : [];
  const urls = texts.map((text) => new URL(text, self.location.origin)).filter(isMedia);
  const copies: Promise<void>[] = [];
  const answers = urls.map(async (url) => {
    const answer = await openMedia(media, await askFor(url, null), (work) => copies.push(work));
    await answer.body?.cancel();
  });
  await Promise.allSettled(answers);
  await Promise.all(copies);
}

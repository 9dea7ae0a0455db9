// Keeps a tablet of an organization up to date, whoever uses it and also when nobody does: contacts, its courses, everybody's unsent work.
import { plural, t } from '@lingui/core/macro';
import { useEffect } from 'react';
import type { Config } from '#sync/contract/server.ts';
import { createDownloader } from '#sync/downloads/downloader.ts';
import { type MediaCache, openMediaCache } from '#sync/downloads/media-cache.ts';
import { readEnrolled } from '#sync/extras/enrolled-tablet.ts';
import { type Contact, contactTablet } from '#sync/extras/tablet-contact.ts';
import { openTabletContent } from '#sync/extras/tablet-content.ts';
import { emptyTablet, sendForEverybody } from '#sync/extras/tablet-leave.ts';
import type { SessionPort } from '#sync/ports.ts';
import { LAST_CONFIG, readSetting } from '#sync/store/device.ts';
import { tabletReplica } from '#sync/store/replica.ts';
import { webPorts } from '#sync/web-ports.ts';
import { refreshTokenOf, tokenOf } from '../../api/refresh-session.ts';
import { announceActiveUser, rememberActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import { pageSignals } from '../../device/page-signals.ts';
import { useToast } from '../../ui/toast.tsx';
import { noteTablet, useEnrolled } from './use-tablet.ts';

const EVERY_MS = 15 * 60_000;
/** A connection that comes and goes must not lead to a contact each time. */
const LEAST_MS = 30_000;
const DAY_MS = 86_400_000;

const VERSION = String(import.meta.env.APP_VERSION);

const sessionOf = (userId: string): SessionPort => ({
  token: () => tokenOf(userId),
  refresh: () => refreshTokenOf(userId, async () => (await readSetting(device, LAST_CONFIG)) as Config),
});

const mediaCache = (): MediaCache | undefined => ('caches' in window ? openMediaCache() : undefined);

const emptying = () => ({ device, cache: mediaCache(), ports: webPorts({ sessionOf }) });

/** One contact; resolves to how many pieces of work are left when the tablet was emptied. */
async function contact(): Promise<{ kind: Contact; left?: number }> {
  const { storage } = navigator;
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  const isPersistent = (await storage?.persisted?.()) ?? false;
  const facts = {
    version: VERSION,
    storage: usage === undefined || !quota ? null : { usedBytes: usage, quotaBytes: quota, isPersistent },
    cache: mediaCache(),
  };
  const kind = await contactTablet(device, webPorts({}), facts);
  if (kind === 'revoked' || kind === 'erase') return { kind, left: await leave() };
  if (kind === 'fresh') await sendForEverybody(emptying());
  return { kind };
}

async function leave(): Promise<number> {
  const left = await emptyTablet(emptying());
  rememberActiveUser(false);
  await announceActiveUser('signed-out');
  return left;
}

/** True when it was not in contact for longer than its organization allows. A clock that is years off erases no unsent work. */
async function isOverdue(): Promise<boolean> {
  const enrolled = await readEnrolled(device);
  if (!enrolled?.eraseAfterDays || !enrolled.lastContactAt) return false;
  return Date.now() - Date.parse(enrolled.lastContactAt) > enrolled.eraseAfterDays * DAY_MS;
}

/** Draws nothing. */
export function RunTablet() {
  const enrolled = useEnrolled();
  const tabletId = enrolled?.tablet.id;
  const toast = useToast();
  // For the next start, which then shows nothing else first.
  useEffect(() => {
    if (enrolled !== undefined) noteTablet(enrolled !== null);
  }, [enrolled]);
  useEffect(() => {
    if (tabletId === undefined) return;
    let lastAt = Number.NEGATIVE_INFINITY;
    const tellLeft = (left: number) =>
      toast({
        title: t`This device is no longer a tablet of the organization`,
        description:
          left > 0
            ? plural(left, {
                one: '# change could not be sent. It stays here until its owner signs in.',
                other: '# changes could not be sent. They stay here until their owners sign in.',
              })
            : t`All work was sent, and everything else was removed.`,
      });
    const run = async () => {
      if (performance.now() - lastAt < LEAST_MS || !navigator.onLine) return;
      lastAt = performance.now();
      const { left } = await contact();
      if (left !== undefined) tellLeft(left);
    };
    // What fails is tried again at the next contact.
    const tryRun = () => void run().catch((failure) => console.warn('The contact of this tablet failed.', failure));
    const start = async () => {
      if (await isOverdue()) {
        // It may have been out of reach all the time: one contact decides first, where there is a network.
        const { kind } = await contact();
        if (kind !== 'fresh' && kind !== 'busy') tellLeft(await leave());
      } else tryRun();
    };
    void start().catch((failure) => console.warn('The contact of this tablet failed.', failure));
    const timer = setInterval(tryRun, EVERY_MS);
    window.addEventListener('online', tryRun);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryRun);
    };
  }, [tabletId, toast]);
  useEffect(() => {
    if (tabletId === undefined || !('caches' in window)) return;
    const userId = tabletReplica(tabletId);
    const ports = {
      ...webPorts({ session: sessionOf(userId), signals: pageSignals }),
      fetch: (path: string, init: RequestInit) => fetch(path, { ...init, redirect: 'error', cache: 'no-store' }),
      cache: openMediaCache(),
    };
    const { puller, replica } = openTabletContent(tabletId, ports);
    const downloader = createDownloader({ userId, device, ports, puller });
    downloader.start();
    return () => {
      downloader.stop();
      replica.close();
    };
  }, [tabletId]);
  return null;
}

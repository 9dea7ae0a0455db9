// Tells the admins of the user's organization how this device is, and follows them when they sign everybody out.
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { TabletReport as Report } from '#sync/contract/tablet.ts';
import { readTablet, signEverybodyOut } from '#sync/extras/tablet.ts';
import { call, publicServer } from '../api/client.ts';
import { loadConfig } from '../api/config.ts';
import { ownToken } from '../api/session.ts';
import { useActiveUser, useSyncStatus } from '../device/active-user.tsx';
import { announceActiveUser, rememberActiveUser } from '../device/active-user-channel.ts';
import { device } from '../device/device.ts';
import { useToast } from '../ui/toast.tsx';

const FIRST_AFTER_MS = 5_000;
const EVERY_MS = 15 * 60_000;
/** A connection that comes and goes must not report each time. */
const LEAST_MS = 5 * 60_000;

/** Draws nothing. Reports when the server is there, and then every 15 minutes. */
export function TabletReport() {
  const { profile } = useActiveUser();
  const status = useSyncStatus();
  const toast = useToast();
  const hasOrganization = Boolean(profile?.organization_id);
  const isReached = status?.reachable === true;
  const reportedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (!hasOrganization || !isReached) return;
    const report = () => {
      if (performance.now() - reportedAt.current < LEAST_MS) return;
      reportedAt.current = performance.now();
      reportTablet().then(
        (isSignedOut) =>
          isSignedOut &&
          toast({
            title: t`An admin signed everyone out of this device`,
            description: t`Unsent work stays here until its owner signs in again.`,
          }),
        // The next contact says it again.
        () => undefined,
      );
    };
    const first = setTimeout(report, FIRST_AFTER_MS);
    const timer = setInterval(report, EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [hasOrganization, isReached, toast]);
  return null;
}

/** Sends a report as the active user. Returns true when everybody was signed out for it. */
async function reportTablet(): Promise<boolean> {
  const { tabletReports } = await loadConfig();
  // By itself: after everybody was signed out, this token confirms it.
  const token = await ownToken();
  if (tabletReports === false || !token) return false;
  const send = async () => {
    const report = { ...(await readTablet(device, Date.now())), version: VERSION, storage: await readStorage() };
    return call(publicServer.tablets.$post({ json: report }, { headers: { Authorization: `Bearer ${token}` } }));
  };
  const { signOutAskedAt } = await send();
  if (signOutAskedAt === null) return false;
  await signEverybodyOut(device, signOutAskedAt);
  rememberActiveUser(false);
  await announceActiveUser('signed-out');
  // Without this confirmation the next report brings it.
  await send().catch(() => undefined);
  return true;
}

const VERSION = String(import.meta.env.APP_VERSION);

async function readStorage(): Promise<Report['storage']> {
  const { storage } = navigator;
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  if (usage === undefined || !quota) return null;
  return { usedBytes: usage, quotaBytes: quota, isPersistent: (await storage.persisted?.()) ?? false };
}

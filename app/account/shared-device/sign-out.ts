// Signing out on this device, which also works offline (Y23): removes the user's session, and their unsent work only when
// they say so.

import { removeAll } from '#sync/downloads/download-requests.ts';
import { isHere } from '#sync/downloads/download-status.ts';
import { readLedger } from '#sync/downloads/downloads-db.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import type { Engine } from '#sync/engine.ts';
import { removePin } from '#sync/extras/pin.ts';
import { countUnsent, deleteReplica, flushBeforeSignOut, keepOnlyWork } from '#sync/extras/unsent-work.ts';
import { clearActiveUserWithoutSession, readSession, readSetting } from '#sync/store/device.ts';
import { bytesHere } from '#sync/store/media-ledger.ts';
import { webPorts } from '#sync/web-ports.ts';
import { noteLeftSession } from '../../api/left-sessions.ts';
import { askAuth, sessionPort } from '../../api/session.ts';
import { announceActiveUser, rememberActiveUser } from '../../device/active-user-channel.ts';
import { device } from '../../device/device.ts';
import {
  countLessonTexts,
  courseDraftKey,
  forgetDraft,
  forgetLessonTexts,
  restoreDraft,
  storedDraftsOf,
} from '../../device/draft-store.ts';
import { pageSignals } from '../../device/page-signals.ts';
import { forgetShownProgress } from '../../device/progress-record.ts';

const { clock } = webPorts({ session: sessionPort, signals: pageSignals });

const LAST_TRY_MS = 10_000;
/** Time for the pages of all tabs to close: a live query on a deleted database would fail. */
const PAGES_CLOSE_MS = 250;

/** How much work only this device has: unsent changes, drafts, unsaved lesson texts, and a course that is being written. */
export async function countUnsentHere({ replica, userId }: Engine): Promise<number> {
  // What a closed page could not write in time is moved to the database first, and counts as a draft.
  const lessons = storedDraftsOf(userId);
  const left = await Promise.all(lessons.map((lessonId) => restoreDraft({ userId, replica }, lessonId)));
  const [{ entries, drafts }, course] = await Promise.all([
    countUnsent(replica),
    readSetting(device, courseDraftKey(userId)),
  ]);
  return entries + drafts + left.filter(Boolean).length + countLessonTexts(userId) + Number(Boolean(course));
}

/** The courses of which whole lessons are here for this person, and the size of their files. */
export async function readOwnDownloads(userId: string): Promise<{ courses: number; bytes: number }> {
  const { kept, downloads } = await readLedger(device, userId);
  const whole = kept.filter((one) => isHere(one, downloads));
  const files = new Set(whole.flatMap(({ files }) => files.map(({ assetId }) => assetId)));
  const rows = [...files].flatMap((assetId) => downloads.get(assetId) ?? []);
  return {
    courses: new Set(whole.map(({ courseId }) => courseId)).size,
    bytes: rows.reduce((sum, row) => sum + bytesHere(row), 0),
  };
}

/** Whether the user's session is still here; true also when the device cannot be read. */
export const isSignedInHere = ({ userId }: Engine): Promise<boolean> =>
  readSession(device, userId).then(
    (session) => session !== undefined,
    () => true,
  );

/** Tries once more, for at most 10 s, to send the waiting work. */
export async function tryToSend(engine: Engine): Promise<void> {
  const { replica } = engine;
  if ((await countUnsent(replica)).entries === 0) return;
  await flushBeforeSignOut({ engine, replica, clock }, LAST_TRY_MS);
}

/** What becomes of unsent work, and whether downloads stay here for whoever signs in next. */
export type Leaving = { unsent: 'keep' | 'discard'; leavesDownloads: boolean };

/**
 * Signs the engine's user out of this device, in every tab. Unsent work is kept for their next sign-in here, or deleted with
 * all their other data. Returns how many pieces of work are kept. Throws when the stored session could not be removed;
 * `onSignedOut` is called as soon as it is removed, because the user may close the page from then on.
 */
export async function signOut(
  engine: Engine,
  { unsent, leavesDownloads }: Leaving,
  onSignedOut: () => void,
): Promise<{ kept: number }> {
  const { userId, replica } = engine;
  const session = await readSession(device, userId);
  // Another tab may have switched to another user meanwhile: they stay active.
  const isEmpty = await clearActiveUserWithoutSession(device, userId);
  if (await readSession(device, userId)) throw new Error('The session is still on this device.');
  if (isEmpty) rememberActiveUser(false);
  engine.stop();
  // Everything is deleted below; the outbox first, so that nothing is sent if the page is closed now.
  if (unsent === 'discard') await replica.outbox.clear().catch(() => undefined);
  onSignedOut();
  forgetShownProgress();
  if (unsent === 'discard') {
    forgetLessonTexts(userId);
    await device.settings.delete(courseDraftKey(userId)).catch(() => undefined);
  }
  await announceActiveUser('signed-out');
  // Nobody waits for the auth service, which may be out of reach.
  const token = session?.access_token;
  if (token)
    void askAuth(({ admin }) => admin.signOut(token, 'local'))
      .catch(() => noteLeftSession(userId, token))
      .catch(() => undefined);
  // Where there is no cache, there is nothing to remove.
  await removeAll(device, openMediaCache(), userId, leavesDownloads).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, PAGES_CLOSE_MS));
  const kept = unsent === 'keep' ? await countUnsentHere(engine) : 0;
  if (unsent === 'discard') for (const lessonId of storedDraftsOf(userId)) forgetDraft(userId, lessonId);
  // A user who comes back for kept work signs in with their password (Y30).
  await removePin(device, userId);
  if (kept > 0) {
    await keepOnlyWork(replica);
    // Includes drafts, so that others see the number this user was told.
    await device.people.update(userId, { pendingCount: kept });
  } else {
    replica.close();
    await deleteReplica(userId, clock);
    await device.people.delete(userId);
  }
  return { kept };
}

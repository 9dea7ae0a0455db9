// Sign-out, local in scope and complete without a network (Y23): this person's session goes, their unsent work only when they say so.

import { removeAll } from '#sync/downloads/download-requests.ts';
import { openMediaCache } from '#sync/downloads/media-cache.ts';
import type { Engine } from '#sync/engine.ts';
import { removePin } from '#sync/extras/pin.ts';
import { countUnsent, deleteReplica, flushBeforeSignOut, keepOnlyWork } from '#sync/extras/unsent-work.ts';
import { clearActiveUserWithoutSession, deleteDeviceUser, readSession } from '#sync/store/device.ts';
import { webPorts } from '#sync/web-ports.ts';
import { authClient, sessionPort } from '../../api/session.ts';
import { announceActiveUser } from '../../device/active-user-channel.ts';
import { noteActiveUser } from '../../device/active-user-flag.ts';
import { device } from '../../device/device.ts';
import { forgetDraft, restoreDraft, storedDraftsOf } from '../../device/draft-store.ts';
import { countLessonTexts, forgetLessonTexts } from '../../device/lesson-texts.ts';
import { pageSignals } from '../../device/page-signals.ts';
import { forgetProgress } from '../../device/progress-record.ts';

const { clock } = webPorts({ session: sessionPort, signals: pageSignals });

const LAST_TRY_MS = 10_000;
/** Pages in all tabs leave the person's database first; a live query on a deleted one would fail. */
const LEAVING_MS = 250;

/** Tells the auth service, when it can be reached; nobody waits for it. */
async function endOnServer(accessToken: string): Promise<void> {
  const client = await authClient();
  await client.admin.signOut(accessToken, 'local');
}

/** How many pieces of work only this device has: unsent changes, begun drafts, and texts of lessons that were not saved. */
export async function unsentHere({ replica, userId }: Engine): Promise<number> {
  // What a closed page was about to write counts as the draft that it is, and lies nowhere else from now on.
  const lessons = storedDraftsOf(userId);
  const left = await Promise.all(lessons.map((lessonId) => restoreDraft({ userId, replica }, lessonId)));
  const { entries, drafts } = await countUnsent(replica);
  return entries + drafts + left.filter(Boolean).length + countLessonTexts(userId);
}

/** True also where the device cannot even be read. */
export const isSignedInHere = ({ userId }: Engine): Promise<boolean> =>
  readSession(device, userId).then(
    (session) => session !== undefined,
    () => true,
  );

/** Tries once more, for at most 10 s, to send what waits. */
export async function tryToSend(engine: Engine): Promise<void> {
  const { replica } = engine;
  if ((await countUnsent(replica)).entries === 0) return;
  await flushBeforeSignOut({ engine, replica, clock }, LAST_TRY_MS);
}

/**
 * Signs the engine's person out of this device, in every tab. Unsent work is kept for their next sign-in here, or deleted
 * with everything else of theirs. Answers how many pieces are kept. Throws when the stored session could not be removed;
 * `gone` is called as soon as it is: whoever sees the page turn may close it, and is signed out.
 */
export async function signOut(engine: Engine, unsent: 'keep' | 'discard', gone: () => void): Promise<{ kept: number }> {
  const { userId, replica } = engine;
  const session = await readSession(device, userId);
  // Another tab may have seated somebody else during the last try to send: they stay.
  const isEmpty = await clearActiveUserWithoutSession(device, userId);
  if (await readSession(device, userId)) throw new Error('The session is still on this device.');
  if (isEmpty) noteActiveUser(false);
  engine.stop();
  // All of it goes further down; this first, so that nothing of it is left to send when the page is closed at the turn.
  if (unsent === 'discard') await replica.outbox.clear().catch(() => undefined);
  gone();
  forgetProgress();
  if (unsent === 'discard') forgetLessonTexts(userId);
  announceActiveUser('signed-out');
  if (session) void endOnServer(session.access_token).catch(() => undefined);
  // Without a cache there is nothing to forget; the grants, without which nothing plays, go first.
  await removeAll(device, openMediaCache(), userId).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
  const kept = unsent === 'keep' ? await unsentHere(engine) : 0;
  if (unsent === 'discard') for (const lessonId of storedDraftsOf(userId)) forgetDraft(userId, lessonId);
  // Whoever comes back for kept work proves themselves by signing in (Y30).
  await removePin(device, userId);
  if (kept > 0) {
    await keepOnlyWork(replica);
    // Drafts included, as this person has just been told: others here read of the same.
    await device.people.update(userId, { pendingCount: kept });
  } else {
    replica.close();
    await deleteReplica(userId, clock);
    await deleteDeviceUser(device, userId);
  }
  return { kept };
}

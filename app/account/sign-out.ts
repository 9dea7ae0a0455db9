// Sign-out, local in scope and complete without a network (Y23): this person's session goes, their unsent work never does.
import { clearSession, forgetCurrentPerson, readSession } from '#sync/device.ts';
import type { Engine } from '#sync/engine.ts';
import { countUnsent, deleteReplica, flush, keepOnlyWork } from '#sync/leave.ts';
import { webPorts } from '#sync/web-ports.ts';
import { device } from '../device.ts';
import { forgetMedia } from '../media-cache.ts';
import { pageSignals } from '../page-signals.ts';
import { announcePersonChange } from '../person-channel.ts';
import { forgetProgress } from '../progress-record.ts';
import { authClient, sessionPort } from './session.ts';

const LAST_TRY_MS = 3000;
/** Pages in all tabs leave the person's database first; a live query on a deleted one would fail. */
const LEAVING_MS = 250;

/** Tells the auth service, when it can be reached; nobody waits for it. */
async function endOnServer(accessToken: string): Promise<void> {
  const client = await authClient();
  await client.admin.signOut(accessToken, 'local');
}

/**
 * Signs the engine's person out of this device, in every tab. Answers how many changes that have not reached the server
 * are kept for their next sign-in here; with nothing of theirs unsent, their database is deleted. Throws when the stored
 * session could not be removed.
 */
export async function signOut(engine: Engine): Promise<{ kept: number }> {
  const { userId, replica } = engine;
  if ((await countUnsent(replica)).entries > 0) {
    const { clock } = webPorts({ session: sessionPort, signals: pageSignals });
    await flush({ engine, replica, clock }, LAST_TRY_MS);
  }
  const session = await readSession(device, userId);
  await clearSession(device, userId);
  if (await readSession(device, userId)) throw new Error('The session is still on this device.');
  await forgetCurrentPerson(device);
  forgetProgress();
  engine.stop();
  announcePersonChange('signed-out');
  await forgetMedia(userId).catch(() => undefined); // without a cache there is nothing to forget
  await new Promise((resolve) => setTimeout(resolve, LEAVING_MS));
  const unsent = await countUnsent(replica);
  if (unsent.entries + unsent.drafts > 0) await keepOnlyWork(replica);
  else {
    replica.close();
    await deleteReplica(userId);
  }
  if (session) void endOnServer(session.access_token).catch(() => undefined);
  return { kept: unsent.entries };
}

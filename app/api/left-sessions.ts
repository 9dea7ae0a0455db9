// Sessions that a person has left on this device without the server hearing of it: signed out offline, or signed in anew over the
// last one. They are ended at the next sign-in of the same person; their tokens are gone from the device already.
import { tokenSession } from '#sync/contract/session.ts';
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { device } from '../device/device.ts';
import { ApiError, byId, call } from './client.ts';
import { loadConfig } from './config.ts';
import { server } from './session.ts';

const LEFT = 'leftSessions';

/** Ids by person. */
const readLeft = async () => ((await readSetting(device, LEFT)) ?? {}) as Record<string, string[]>;

export async function noteLeftSession(userId: string, accessToken: string): Promise<void> {
  const id = tokenSession(accessToken);
  if (!id) return;
  const left = await readLeft();
  await writeSetting(device, LEFT, { ...left, [userId]: [...new Set([...(left[userId] ?? []), id])] });
}

/** Ends those of this person, who is signed in again. A hosted auth service ends no session by its id: each ends by its age. */
export async function endLeftSessions(userId: string): Promise<void> {
  const isEmbedded = (await loadConfig()).authUrl.startsWith('/');
  for (const id of (await readLeft())[userId] ?? []) {
    if (isEmbedded)
      await call(server.auth.sessions[':id'].$delete(byId(id))).catch((error) => {
        if (!(error instanceof ApiError)) throw error;
      });
    const { [userId]: ids = [], ...others } = await readLeft();
    await writeSetting(device, LEFT, { ...others, [userId]: ids.filter((one) => one !== id) });
  }
}

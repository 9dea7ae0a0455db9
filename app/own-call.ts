import type { createApi } from './api.ts';

/** A call of whoever is signed in, for rooms beside the account; `createApi` says what it answers and throws. */
export const ownCall: ReturnType<typeof createApi> = async (path, options) => {
  const { api } = await import('./account/session.ts');
  return api(path, options);
};

/** The bearer of whoever is signed in, for a call whose progress is to be seen; `isFresh` asks for a new one after a 401. */
export async function ownToken({ isFresh = false } = {}): Promise<string | undefined> {
  const { sessionPort } = await import('./account/session.ts');
  if (isFresh) await sessionPort.refresh();
  return (await sessionPort.token()) ?? undefined;
}

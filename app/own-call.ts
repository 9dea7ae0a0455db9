import type { createApi } from './api.ts';

/** A call of whoever is signed in, for rooms beside the account; `createApi` says what it answers and throws. */
export const ownCall: ReturnType<typeof createApi> = async (path, options) => {
  const { api } = await import('./account/session.ts');
  return api(path, options);
};

import type { SessionPort } from '#sync/ports.ts';

const account = () => import('./account/session.ts');

/** The sign-in of whoever sits here, for engines; what knows it is loaded at its first use. */
export const lateSession: SessionPort = {
  token: async () => (await account()).sessionPort.token(),
  refresh: async () => (await account()).sessionPort.refresh(),
};

// What the engine needs from a page of the bench: a token that is given, and no signals of its own.
import { webPorts } from '#sync/web-ports.ts';

export const benchPorts = (token: string | null) =>
  webPorts({
    session: { token: async () => token, refresh: async () => ({ kind: 'unreachable' as const }) },
    signals: { listen: () => () => {}, isVisible: () => true },
  });

// One request as one person: looks up the token, checks its owner, and refreshes it once (Y17, Y21, Y24).
import { tokenSubject } from '../contract/session.ts';
import type { EnginePorts, TransportRequest, TransportResponse } from '../ports.ts';
import { VISITOR } from '../store/replica.ts';
import type { PausedReason } from '../store/store.ts';

export const RESPONSE_TIMEOUT_MS = 15_000;
const TOKEN_TIMEOUT_MS = 3_000;
/** With less time left than this, a response is not to be expected. */
const MIN_TIMEOUT_MS = 500;

/**
 * Why a request was not sent, or its response not accepted; only the person can resolve it, for example by signing in.
 */
export type PausedCall = { kind: 'paused'; reason: PausedReason };
type UnsentCall = PausedCall | { kind: 'none'; reason: 'timeout' };
const TIMED_OUT = { kind: 'none', reason: 'timeout' } as const;

/** `until` (unix milliseconds) limits the whole request: token, refresh and second try. */
export type CallRequest = Omit<TransportRequest, 'timeoutMs' | 'headers'> & {
  headers?: Record<string, string>;
  until?: number;
};

/** Sends requests to our server as one person. */
export type Caller = {
  /** This person's token, null for a visitor, or why there is none. Sends nothing. */
  identify(): Promise<{ kind: 'known'; token: string | null } | UnsentCall>;
  send(request: CallRequest): Promise<TransportResponse | PausedCall>;
};

export function createCaller(userId: string, ports: Pick<EnginePorts, 'transport' | 'session' | 'clock'>): Caller {
  const timeLeft = (until = Number.POSITIVE_INFINITY) => Math.min(RESPONSE_TIMEOUT_MS, until - ports.clock.now());
  const sendAs = async (token: string | null, { until, ...request }: CallRequest): Promise<TransportResponse> => {
    const timeoutMs = timeLeft(until);
    if (timeoutMs < MIN_TIMEOUT_MS) return TIMED_OUT;
    const identityHeaders: Record<string, string> =
      token === null ? {} : { Authorization: `Bearer ${token}`, 'X-Op-User': userId };
    return ports.transport.send({ ...request, headers: { ...request.headers, ...identityHeaders }, timeoutMs });
  };
  const checkOwner = (token: string) =>
    tokenSubject(token) === userId
      ? ({ kind: 'known', token } as const)
      : ({ kind: 'paused', reason: 'wrong-user' } as const);

  return {
    async identify() {
      if (userId === VISITOR) return { kind: 'known', token: null };
      const token = await withTimeout(ports.clock, TOKEN_TIMEOUT_MS, ports.session.token());
      if (token === undefined) return TIMED_OUT;
      return token === null ? { kind: 'paused', reason: 'auth' } : checkOwner(token);
    },
    async send(request) {
      const first = await this.identify();
      if (first.kind !== 'known') return first;
      const response = await sendAs(first.token, request);
      if (!isUnauthorized(response) || first.token === null) return response;

      // A slower refresh continues without us, and the next flush finds its token.
      const refreshed = await withTimeout(ports.clock, timeLeft(request.until), ports.session.refresh());
      if (refreshed === undefined) return TIMED_OUT;
      if (refreshed.kind === 'unreachable') return { kind: 'none', reason: 'network' };
      const second =
        refreshed.kind === 'ended' ? ({ kind: 'paused', reason: 'auth' } as const) : checkOwner(refreshed.token);
      if (second.kind !== 'known') return second;
      const secondResponse = await sendAs(second.token, request);
      return isUnauthorized(secondResponse) ? { kind: 'paused', reason: 'auth' } : secondResponse;
    },
  };
}

const isUnauthorized = (response: TransportResponse) =>
  response.kind === 'response' && response.marked && response.status === 401;

/** Resolves to undefined when the promise rejects or hangs, as an auth client without a network does. */
function withTimeout<T>(clock: EnginePorts['clock'], ms: number, pending: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.later(ms, () => resolve(undefined));
    const settle = (value: T | undefined) => {
      cancel();
      resolve(value);
    };
    pending.then(settle, () => settle(undefined));
  });
}

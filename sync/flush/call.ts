// One request in the person's name: the token looked up late, its owner checked, refreshed once (Y17, Y21, Y24).
import { tokenSubject } from '../contract/session.ts';
import type { EnginePorts, TransportRequest, TransportResponse } from '../ports.ts';
import { VISITOR } from '../store/replica.ts';
import type { PausedReason } from '../store/store.ts';

export const ANSWER_TIMEOUT_MS = 15_000;
const TOKEN_TIMEOUT_MS = 3_000;
/** With less time than this an answer is not to be expected. */
const WORTH_ASKING_MS = 500;

/** Why a request was not sent, or its answer not believed: only the person, or their sign-in, can help. */
export type Paused = { kind: 'paused'; reason: PausedReason };
type Unsent = Paused | { kind: 'none'; reason: 'timeout' };
const TOO_LATE = { kind: 'none', reason: 'timeout' } as const;

/** `until`, unix milliseconds, bounds all that a request may take: token, refresh, second try. */
export type CallRequest = Omit<TransportRequest, 'timeoutMs' | 'headers'> & {
  headers?: Record<string, string>;
  until?: number;
};

/** Asks our server as one person. */
export type Caller = {
  /** A token of exactly this person, null for a visitor, or why there is none. Nothing is sent. */
  identify(): Promise<{ kind: 'known'; token: string | null } | Unsent>;
  send(request: CallRequest): Promise<TransportResponse | Paused>;
};

export function callerFor(userId: string, ports: Pick<EnginePorts, 'network' | 'session' | 'clock'>): Caller {
  const timeLeft = (until = Number.POSITIVE_INFINITY) => Math.min(ANSWER_TIMEOUT_MS, until - ports.clock.now());
  const sendAs = async (token: string | null, { until, ...request }: CallRequest): Promise<TransportResponse> => {
    const timeoutMs = timeLeft(until);
    if (timeoutMs < WORTH_ASKING_MS) return TOO_LATE;
    const who: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}`, 'X-Op-User': userId };
    return ports.network.send({ ...request, headers: { ...request.headers, ...who }, timeoutMs });
  };
  const checked = (token: string) =>
    tokenSubject(token) === userId
      ? ({ kind: 'known', token } as const)
      : ({ kind: 'paused', reason: 'wrong-user' } as const);

  return {
    async identify() {
      if (userId === VISITOR) return { kind: 'known', token: null };
      const token = await inTime(ports.clock, TOKEN_TIMEOUT_MS, ports.session.token());
      if (token === undefined) return TOO_LATE;
      return token === null ? { kind: 'paused', reason: 'auth' } : checked(token);
    },
    async send(request) {
      const first = await this.identify();
      if (first.kind !== 'known') return first;
      const answer = await sendAs(first.token, request);
      if (!isUnauthorized(answer) || first.token === null) return answer;

      // A refresh that takes longer goes on without us, and the next pass finds its token.
      const refreshed = await inTime(ports.clock, timeLeft(request.until), ports.session.refresh());
      if (refreshed === undefined) return TOO_LATE;
      if (refreshed.kind === 'unreachable') return { kind: 'none', reason: 'network' };
      const second =
        refreshed.kind === 'ended' ? ({ kind: 'paused', reason: 'auth' } as const) : checked(refreshed.token);
      if (second.kind !== 'known') return second;
      const answerNow = await sendAs(second.token, request);
      return isUnauthorized(answerNow) ? { kind: 'paused', reason: 'auth' } : answerNow;
    },
  };
}

const isUnauthorized = (answer: TransportResponse) =>
  answer.kind === 'answer' && answer.marked && answer.status === 401;

/** undefined when the asked fails or hangs, as an auth client without a network does. */
function inTime<T>(clock: EnginePorts['clock'], ms: number, asked: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.later(ms, () => resolve(undefined));
    const answer = (given: T | undefined) => {
      cancel();
      resolve(given);
    };
    asked.then(answer, () => answer(undefined));
  });
}

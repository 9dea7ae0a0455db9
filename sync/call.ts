// One request in the person's name: the token looked up late, its owner checked, refreshed once (Y17, Y21, Y24).
import { tokenSubject } from './contract/session.ts';
import type { Answer, EnginePorts, NetworkRequest } from './ports.ts';
import { VISITOR } from './replica.ts';
import type { PausedReason } from './store.ts';

export const ANSWER_TIMEOUT_MS = 15_000;
const TOKEN_TIMEOUT_MS = 3_000;

/** Why a request was not sent, or its answer not believed: only the person, or their sign-in, can help. */
export type Paused = { kind: 'paused'; reason: PausedReason };
type Unsent = Paused | { kind: 'none'; reason: 'timeout' };

export type CallRequest = Omit<NetworkRequest, 'timeoutMs' | 'headers'> & { headers?: Record<string, string> };

/** Asks our server as one person. */
export type Caller = {
  /** A token of exactly this person, null for a visitor, or why there is none. Nothing is sent. */
  identify(): Promise<{ kind: 'known'; token: string | null } | Unsent>;
  send(request: CallRequest): Promise<Answer | Paused>;
};

export function callerFor(userId: string, ports: Pick<EnginePorts, 'network' | 'session' | 'clock'>): Caller {
  const sendAs = (token: string | null, request: CallRequest) => {
    const who: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}`, 'X-Op-User': userId };
    return ports.network.send({ ...request, headers: { ...request.headers, ...who }, timeoutMs: ANSWER_TIMEOUT_MS });
  };
  const checked = (token: string) =>
    tokenSubject(token) === userId
      ? ({ kind: 'known', token } as const)
      : ({ kind: 'paused', reason: 'wrong-user' } as const);

  return {
    async identify() {
      if (userId === VISITOR) return { kind: 'known', token: null };
      const token = await tokenInTime(ports);
      if (token === undefined) return { kind: 'none', reason: 'timeout' };
      return token === null ? { kind: 'paused', reason: 'auth' } : checked(token);
    },
    async send(request) {
      const first = await this.identify();
      if (first.kind !== 'known') return first;
      const answer = await sendAs(first.token, request);
      if (!isUnauthorized(answer) || first.token === null) return answer;

      const refreshed = await ports.session.refresh();
      if (refreshed.kind === 'unreachable') return { kind: 'none', reason: 'network' };
      const second =
        refreshed.kind === 'ended' ? ({ kind: 'paused', reason: 'auth' } as const) : checked(refreshed.token);
      if (second.kind !== 'known') return second;
      const answerNow = await sendAs(second.token, request);
      return isUnauthorized(answerNow) ? { kind: 'paused', reason: 'auth' } : answerNow;
    },
  };
}

const isUnauthorized = (answer: Answer) => answer.kind === 'answer' && answer.marked && answer.status === 401;

/** undefined when the look-up fails or hangs, as an auth client without a network does. */
function tokenInTime({ session, clock }: Pick<EnginePorts, 'session' | 'clock'>): Promise<string | null | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.later(TOKEN_TIMEOUT_MS, () => resolve(undefined));
    const answer = (token: string | null | undefined) => {
      cancel();
      resolve(token);
    };
    session.token().then(answer, () => answer(undefined));
  });
}

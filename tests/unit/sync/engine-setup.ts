// One engine whose clock, network, session and lock the test controls.
import { tokenSubject } from '#sync/contract/session.ts';
import { createCore, type EngineCore } from '#sync/engine.ts';
import type { EnginePorts, Signal, TransportRequest, TransportResponse } from '#sync/ports.ts';
import type { Store } from '#sync/store/store.ts';
import { MemoryStore } from '#tests/simulation/memory-store.ts';
import { World } from '#tests/simulation/world.ts';

export const MAREN = '11111111-1111-4111-8111-111111111111';
export const OLE = '22222222-2222-4222-8222-222222222222';
export const tokenOf = (userId: string, n = 0) => `h.${btoa(JSON.stringify({ sub: userId, n }))}.s`;

export const responseOf = (status: number, body: unknown, more: object = {}): TransportResponse => ({
  kind: 'response',
  status,
  marked: true,
  body,
  retryAfterMs: null,
  ...more,
});
export const refused = (status: number, code: string, more: object = {}) =>
  responseOf(status, { error: code, message: code, code }, more);

/** A server that accepts every change; tests replace `respond`. */
export function acceptAll(request: TransportRequest): TransportResponse {
  if (request.path === '/api/sync') {
    const { operations } = request.body as { operations: { opId: string; kind: string; body: { lessonId: number } }[] };
    const results = operations.map(({ opId, body }) => ({ opId, status: 200, body: acceptedUnit(body.lessonId) }));
    return responseOf(200, { results, dataEpoch: 'e1' });
  }
  if (request.method === 'GET') {
    const courseProgress = { percentComplete: 0, pointsEarned: 0, totalPoints: 0, completedAt: null };
    return responseOf(200, { courseProgress, unitProgress: [], certificate: null, round: 1, dataEpoch: 'e1' });
  }
  if (request.path.endsWith('/rating'))
    return responseOf(200, { ...(request.body as object), changed: true, dataEpoch: 'e1' });
  if (request.path.endsWith('/enroll')) return responseOf(200, { enrolled: true, changed: true, dataEpoch: 'e1' });
  return responseOf(200, acceptedUnit((request.body as { lessonId: number }).lessonId));
}

const acceptedUnit = (lessonId: number) => ({
  unit: {
    lessonId,
    status: 'completed',
    rev: 1,
    completedAt: '2026-03-01T08:00:00.000Z',
    positionSeconds: null,
    watched: [],
    reflection: null,
  },
  changed: true,
  dataEpoch: 'e1',
});

export class EngineSetup {
  readonly world = new World(7);
  readonly store: MemoryStore;
  readonly core: EngineCore;
  readonly requests: TransportRequest[] = [];
  respond: (request: TransportRequest) => TransportResponse | Promise<TransportResponse> = acceptAll;
  token: () => Promise<string | null> = async () => tokenOf(MAREN);
  refresh: EnginePorts['session']['refresh'] = async () => ({ kind: 'token', token: tokenOf(MAREN, 1) });
  random = () => 0.5;
  isLockFree = true;
  steals = 0;
  isVisible = true;
  clockOffset = 0;
  readonly #listeners = new Set<(signal: Signal) => void>();

  constructor({ userId = MAREN, store = new MemoryStore() }: { userId?: string; store?: MemoryStore } = {}) {
    this.store = store;
    this.core = createCore({ userId, ports: this.ports(), store: store as Store });
  }

  ports(): EnginePorts {
    const { world } = this;
    return {
      clock: { now: () => world.now + this.clockOffset, later: (ms, work) => world.after(ms, work) },
      transport: {
        send: async (request) => {
          this.requests.push(request);
          return this.respond(request);
        },
      },
      session: { token: () => this.token(), refresh: () => this.refresh() },
      lock: {
        hold: async (_, steal, work) => {
          if (steal) this.steals += 1;
          if (!(this.isLockFree || steal)) return false;
          await work();
          return true;
        },
      },
      signals: {
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
        isVisible: () => this.isVisible,
      },
      random: () => this.random(),
      newId: () => world.newId(),
    };
  }

  signal(signal: Signal): void {
    for (const listener of this.#listeners) listener(signal);
  }

  /** Completes lessons, each as an entry of its own. */
  async complete(...lessonIds: number[]): Promise<void> {
    for (const lessonId of lessonIds)
      await this.core.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
  }

  /** Lets everything happen that needs no clock: pulls follow a flush, and nobody awaits them. */
  settled(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  /** The requests that change something on the server. */
  get posts(): TransportRequest[] {
    return this.requests.filter(({ method }) => method === 'POST');
  }

  states(): string[] {
    return [...this.store.entries.values()].map((entry) => entry.state);
  }
}

export const lessonsOf = ({ body }: TransportRequest): number[] => {
  const { operations, lessonId } = body as { operations?: { body: { lessonId: number } }[]; lessonId: number };
  return operations ? operations.map((operation) => operation.body.lessonId) : [lessonId];
};

export const subjectOfToken = ({ headers }: TransportRequest) =>
  tokenSubject(headers.Authorization?.slice('Bearer '.length) ?? '');

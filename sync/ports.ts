// Everything the engine needs from the world. A page, a service worker and a simulation each bring their own.

export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** Calls `work` once after `ms`; returns the way to cancel. */
  later(ms: number, work: () => void): () => void;
};

export type TransportRequest = {
  method: 'GET' | 'POST';
  /** Path on our server, e.g. `/api/sync`. */
  path: string;
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
};

/**
 * What came back. Only an answer with our marker header is an answer of our server (Y10). `retryAfterMs` is how long
 * it asks us to wait, `answeredAt` the time (ISO 8601) by its own clock; absent when it does not say.
 */
export type TransportResponse =
  | {
      kind: 'response';
      status: number;
      marked: boolean;
      body: unknown;
      retryAfterMs: number | null;
      answeredAt?: string;
    }
  | { kind: 'none'; reason: 'network' | 'timeout' };

/** `send` never rejects: a network error, a redirect or silence for `timeoutMs` is the answer 'none'. */
export type Transport = { send(request: TransportRequest): Promise<TransportResponse> };

/** The person's sign-in. `token` may answer an expired token: the server decides. Neither may ever delete a session. */
export type SessionPort = {
  token(): Promise<string | null>;
  /** 'ended' only after a definite refusal by the auth service (Y22). */
  refresh(): Promise<{ kind: 'token'; token: string } | { kind: 'ended' } | { kind: 'unreachable' }>;
};

/** One pass at a time over all tabs (Y19): answers false without running `work` when somebody else holds the lock. */
export type Lock = { hold(name: string, steal: boolean, work: () => Promise<void>): Promise<boolean> };

/** Held for a pass over a person's outbox (Y19). */
export const flushLock = (userId: string) => `groundwork-sync:${userId}`;

/** Moments that make a pass worth trying; 'call' is any successful call, 'session' a sign-in or a new token. */
export type Signal = 'online' | 'visible' | 'pageshow' | 'focus' | 'call' | 'session';
export type Signals = { listen(listener: (signal: Signal) => void): () => void; isVisible(): boolean };

export type EnginePorts = {
  clock: Clock;
  transport: Transport;
  session: SessionPort;
  lock: Lock;
  signals: Signals;
  /** In [0, 1). */
  random(): number;
  /** A fresh UUID. */
  newId(): string;
};

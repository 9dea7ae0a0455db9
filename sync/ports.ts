// Everything the engine needs from its environment. A page, a service worker and the simulation each provide their own.

export type Clock = {
  /** Unix milliseconds. */
  now(): number;
  /** Calls `work` once after `ms`; returns a function that cancels it. */
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
 * The response to a request. Only a response with our marker header came from our server (Y10). `retryAfterMs` is the
 * wait it asks for; `answeredAt` is its own time (ISO 8601), absent when it did not send one.
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

/** `send` never rejects: a network error, a redirect or no response within `timeoutMs` resolves to 'none'. */
export type Transport = { send(request: TransportRequest): Promise<TransportResponse> };

/**
 * The person's sign-in. `token` may return an expired token, because the server decides. Neither method may delete a
 * session.
 */
export type SessionPort = {
  token(): Promise<string | null>;
  /** 'ended' only after a definite refusal by the auth service (Y22). */
  refresh(): Promise<{ kind: 'token'; token: string } | { kind: 'ended' } | { kind: 'unreachable' }>;
};

/** One flush at a time over all tabs (Y19): returns false, without running `work`, when another tab holds the lock. */
export type Lock = { hold(name: string, steal: boolean, work: () => Promise<void>): Promise<boolean> };

/** The lock held while a person's outbox is flushed (Y19). */
export const flushLock = (userId: string) => `groundwork-sync:${userId}`;

/** Events that make a flush worth trying: 'call' is any successful call, 'session' a sign-in or a new token. */
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

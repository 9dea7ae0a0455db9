// The ports of pages and service workers: fetch, Web Locks, timers. The app provides document events.
import { retryAfterMs } from './backoff.ts';
import { ANSWERED_AT_HEADER, isMarked } from './contract/server.ts';
import { newId } from './new-id.ts';
import type { Clock, EnginePorts, Lock, Transport } from './ports.ts';

type WebPorts = Omit<EnginePorts, 'session' | 'signals'>;

/** The ports of a page or a worker; the caller gives what differs between the two: session and signals. */
export function webPorts<Given extends object>(given: Given): Given & WebPorts {
  return { ...given, clock, transport, lock, random: Math.random, newId };
}

const clock: Clock = {
  now: Date.now,
  later(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

const transport: Transport = {
  async send({ method, path, headers, body, timeoutMs }) {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(path, {
        method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        // A redirect comes from a captive portal, never from us (Y17).
        redirect: 'error',
        signal: timeout,
      });
      const text = await response.text();
      const answeredAt = headerTime(response, ANSWERED_AT_HEADER) ?? headerTime(response, 'Date');
      return {
        kind: 'response',
        status: response.status,
        marked: isMarked(response),
        body: readJson(text),
        retryAfterMs: retryAfterMs(response.headers.get('Retry-After'), answeredAt ?? Date.now()),
        ...(answeredAt !== undefined && { answeredAt: new Date(answeredAt).toISOString() }),
      };
    } catch {
      return { kind: 'none', reason: timeout.aborted ? 'timeout' : 'network' };
    }
  },
};

/** A time in a response header, in unix milliseconds by the server's clock; undefined when it is missing. */
export function headerTime(response: Response, header: string): number | undefined {
  const date = Date.parse(response.headers.get(header) ?? '');
  return Number.isNaN(date) ? undefined : date;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lock: Lock = {
  async hold(name, steal, work) {
    // Without Web Locks two tabs may send the same entry; the server applies it once (Y9).
    if (!navigator.locks) {
      await work();
      return true;
    }
    let wasHeld = false;
    try {
      await navigator.locks.request(name, steal ? { steal } : { ifAvailable: true }, async (heldLock) => {
        if (!heldLock) return;
        wasHeld = true;
        await work();
      });
    } catch (error) {
      // Another tab has stolen the lock meanwhile; the work itself continued.
      if (!(wasHeld && error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return wasHeld;
  },
};

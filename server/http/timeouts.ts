// Time limits of requests. Node has one limit for all of them: five minutes would cut an upload of two gigabytes, and hours
// would let anybody hold connections by sending a byte now and then. So ours replaces it.
import type { IncomingMessage, Server } from 'node:http';

/** Node's default, for a whole request. */
const REQUEST_TIMEOUT_MS = 300_000;

const exempt = new WeakSet<object>();

/** Exempts a request from the limit: whoever reads its body has checked the sender and watches that bytes keep coming. */
export function exemptFromTimeout(incoming: object): void {
  exempt.add(incoming);
}

/**
 * Ends connections whose request has not arrived completely in time, with 408 where no response was sent yet. Headers keep
 * Node's own limit.
 */
export function limitTimeouts(http: Server, timeoutMs: number = REQUEST_TIMEOUT_MS): void {
  http.requestTimeout = 0;
  const waited = new Map<IncomingMessage, number>();
  http.prependListener('request', (incoming: IncomingMessage, outgoing) => {
    if (!announcesBody(incoming)) return;
    waited.set(incoming, performance.now() + timeoutMs);
    const forget = () => waited.delete(incoming);
    incoming.once('end', forget);
    outgoing.once('close', forget);
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [incoming, until] of waited) {
      if (until > now) continue;
      waited.delete(incoming);
      if (!exempt.has(incoming)) endConnection(incoming);
    }
  }, timeoutMs / 10).unref();
  http.once('close', () => clearInterval(sweep));
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function endConnection({ socket }: IncomingMessage): void {
  socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', () => socket.destroy());
}

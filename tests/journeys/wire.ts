// The wire between browser and server: a proxy that a test cuts and mends. Every engine believes it, service workers too,
// and `navigator.onLine` stays true, as on a train. It can also lose an answer, play a hotel's sign-in page, wait or rewrite.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as requestSecurely } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';

/**
 * One request that reached the wire, with the server's status; undefined while it waits or when it never got there.
 * Times are unix milliseconds; `endedAt` is when the answer was handed to the browser or lost.
 */
export type Passed = { method: string; path: string; status: number | undefined; at: number; endedAt: number };

/** An answer that the wire gives in the server's place; the body goes as JSON. `isExact` is for one path and none below it. */
export type Planned = {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  isOnce?: boolean;
  isExact?: boolean;
};

/**
 * What a hotel's network or a bad proxy gives in the place of a file: its own page, to be kept for a year; the way there; or
 * half of the file or none of it, under the file's own headers.
 */
export type Lie = 'foreign page' | 'redirect' | 'cut' | 'empty';
export const LIES: readonly Lie[] = ['foreign page', 'redirect', 'cut', 'empty'];

export type Wire = {
  /** Where the browser goes, e.g. `http://localhost:40123`. */
  url: string;
  /** Everything that was asked for since the wire exists, oldest first. */
  passed: Passed[];
  cut: () => void;
  mend: () => void;
  /** Sends the next POST to a path that begins with `path` on, swallows the server's answer, and cuts. Resolves with the status that was lost. */
  loseAnswerTo: (path: string) => Promise<number>;
  /** Until false, every request is answered by a sign-in page of somebody else's network. */
  captivePortal: (on: boolean) => void;
  /** Holds back each request to a path that begins with `path` for so many milliseconds; 0 ends it. */
  delay: (path: string, milliseconds: number) => void;
  /** Holds back each request to a path that begins with `path` until what it answers is called. */
  hold: (path: string) => () => void;
  /** From now on the connection of each request to exactly `path` is reset; undefined ends it. */
  reset: (path: string | undefined) => void;
  /** From now on requests and answers with a body of more bytes than this break in the middle; undefined ends it. */
  narrow: (bytes: number | undefined) => void;
  /** From now on the text of the file at exactly `path` goes through `change`. */
  rewrite: (path: string, change: (text: string) => string) => void;
  /** From now on requests to a path that begins with `path` get this answer from the wire; undefined ends it. */
  answer: (path: string, answer: Planned | undefined) => void;
  /** The same for the next such request alone. */
  answerOnce: (path: string, answer: Planned) => void;
  /** From now on whoever asks for exactly `path` is lied to; undefined ends it. */
  lie: (path: string, lie: Lie | undefined) => void;
  close: () => Promise<void>;
};

const PORTAL_PATH = '/welcome-to-hotel-wifi';
const PORTAL = '<!doctype html><title>Free WiFi</title><h1>Welcome to Hotel WiFi</h1><p>Please accept our terms.</p>';

/** Where a wire leads: a port of this machine, or another origin, which is then called by its own name. */
type Server = number | URL;

/**
 * Opens a wire to a server, which may be asked for later, as its settings may name the wire. What its headers and its
 * configuration call `alias.of`, the browser finds at `alias.at`.
 */
export async function openWire(server: () => Server, alias?: { of: string; at: string }): Promise<Wire> {
  const renamed = (text: string) => (alias ? text.replaceAll(alias.of, alias.at) : text);
  const sockets = new Set<Socket>();
  const passed: Passed[] = [];
  const delays = new Map<string, number>();
  const holds = new Map<string, Promise<void>>();
  const rewrites = new Map<string, (text: string) => string>(alias && [['/api/config', renamed]]);
  const answers = new Map<string, Planned>();
  const lies = new Map<string, Lie>([[PORTAL_PATH, 'foreign page']]);
  let isCut = false;
  let resetting: string | undefined;
  let widest = Number.POSITIVE_INFINITY;
  let isPortal = false;
  let losing: { path: string; lost: (status: number) => void } | undefined;

  const hangUp = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };

  const http = createServer(async (incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', 'http://wire').pathname;
    const entry: Passed = {
      method: incoming.method ?? 'GET',
      path,
      status: undefined,
      at: Date.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    passed.push(entry);
    outgoing.on('close', () => {
      entry.endedAt = Date.now();
    });
    const wait = [...delays].find(([prefix]) => path.startsWith(prefix))?.[1];
    if (wait) await new Promise((resolve) => setTimeout(resolve, wait));
    await [...holds].find(([prefix]) => path.startsWith(prefix))?.[1];
    if (isCut) return;
    if (path === resetting) return void incoming.socket.destroy();
    if (Number(incoming.headers['content-length'] ?? 0) > widest) return void incoming.socket.destroy();
    if (isPortal) return void outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end(PORTAL);
    const lie = lies.get(path);
    if (lie === 'redirect') return void outgoing.writeHead(302, { Location: PORTAL_PATH }).end();
    if (lie === 'foreign page')
      return void outgoing
        .writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'public, max-age=31536000, immutable' })
        .end(PORTAL);
    const isMeant = ([begin, { isExact }]: [string, Planned]) => (isExact ? path === begin : path.startsWith(begin));
    const [prefix = '', planned] = [...answers].find(isMeant) ?? [];
    // A preflight asks what the real request may do; only that one gets the answer.
    if (planned && incoming.method !== 'OPTIONS') {
      if (planned.isOnce) answers.delete(prefix);
      return answerPlanned(outgoing, entry, planned);
    }
    const loses = losing && entry.method === 'POST' && path.startsWith(losing.path) ? losing : undefined;
    if (loses) losing = undefined;
    const change = rewrites.get(path);
    forward({ incoming, outgoing, to: server(), isPlain: change !== undefined || lie !== undefined }, (answer) => {
      entry.status = answer.statusCode;
      if (widest < Number.POSITIVE_INFINITY && !loses) void squeezed(answer, outgoing, widest);
      else if (loses) {
        answer.resume().on('end', () => {
          hangUp();
          loses.lost(answer.statusCode ?? 0);
        });
      } else if (change || lie)
        void rewritten(answer, outgoing, (file) =>
          shortened(change ? Buffer.from(change(file.toString())) : file, lie),
        );
      // A browser that was killed while its question was on the way.
      else if (outgoing.destroyed) answer.destroy();
      // A server that dies in the middle of its answer must end the browser's side too.
      else
        pipeline(answer, outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders.map(renamed)), () => undefined);
    });
  });
  http.on('connection', (socket) => {
    if (isCut) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;

  return {
    url: `http://localhost:${port}`,
    passed,
    cut: hangUp,
    mend: () => {
      isCut = false;
    },
    loseAnswerTo: (path) =>
      new Promise((lost) => {
        losing = { path, lost };
      }),
    captivePortal: (on) => {
      isPortal = on;
    },
    reset: (path) => {
      resetting = path;
    },
    narrow: (bytes) => {
      widest = bytes ?? Number.POSITIVE_INFINITY;
    },
    hold: (path) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(path, promise);
      return () => {
        holds.delete(path);
        resolve();
      };
    },
    delay: (path, milliseconds) => void delays.set(path, milliseconds),
    rewrite: (path, change) => void rewrites.set(path, change),
    lie: (path, lie) => void (lie ? lies.set(path, lie) : lies.delete(path)),
    answer: (path, answer) => void (answer ? answers.set(path, answer) : answers.delete(path)),
    answerOnce: (path, answer) => void answers.set(path, { ...answer, isOnce: true }),
    close: async () => {
      hangUp();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

type Crossing = { incoming: IncomingMessage; outgoing: ServerResponse; to: Server; isPlain: boolean };

/** Carries one request over. A server that is gone, or a browser that hung up, ends the other side too. */
function forward({ incoming, outgoing, to, isPlain }: Crossing, answered: (answer: IncomingMessage) => void): void {
  const headers = { ...incoming.headers };
  // What is rewritten must come whole and readable.
  if (isPlain) for (const name of ['accept-encoding', 'if-none-match']) delete headers[name];
  if (to instanceof URL) headers.host = to.host;
  const { protocol, hostname, port } = to instanceof URL ? to : new URL(`http://127.0.0.1:${to}`);
  const ask = protocol === 'https:' ? requestSecurely : request;
  const onward = ask({ hostname, port, method: incoming.method, path: incoming.url, headers }, answered);
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}

const shortened = (file: Buffer, lie: Lie | undefined) =>
  file.subarray(0, lie === 'empty' ? 0 : lie === 'cut' ? file.length / 2 : file.length);

async function rewritten(answer: IncomingMessage, outgoing: ServerResponse, change: (file: Buffer) => Buffer) {
  const file = change(Buffer.concat(await Array.fromAsync(answer)));
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers).end(file);
}

function answerPlanned(outgoing: ServerResponse, entry: Passed, { status, body, headers }: Planned): void {
  entry.status = status;
  const shared = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };
  outgoing.writeHead(status, { ...shared, ...headers }).end(JSON.stringify(body));
}

/** Hands on a small answer, and the first half of a large one under the headers of the whole. */
async function squeezed(answer: IncomingMessage, outgoing: ServerResponse, widest: number) {
  const body = Buffer.concat(await Array.fromAsync(answer));
  const { 'transfer-encoding': _, ...headers } = answer.headers;
  const isSmall = body.length <= widest;
  outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.length });
  outgoing.write(isSmall ? body : body.subarray(0, body.length / 2), () =>
    isSmall ? outgoing.end() : outgoing.destroy(),
  );
}

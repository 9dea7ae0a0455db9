// Asks a server as hard as it can take over so many keep-alive connections, with as little work on this side as possible.
import { connect, type Socket } from 'node:net';
import type { Spawned } from './spawned.ts';

export interface Load {
  server: Spawned;
  /** The next request as it goes over the wire. */
  next: () => string;
  /** The status of every good answer. */
  expect: number;
  seconds?: number;
  connections?: number;
}

/** What a round came to. `cpu` is CPU seconds of the server a request. */
export interface Answered {
  perSecond: number;
  cpu: number;
}

/** Keeps every connection busy for the time given. Throws when an answer has another status than expected. */
export async function ask({ server, next, expect, seconds = 1.5, connections = 32 }: Load): Promise<Answered> {
  const until = performance.now() + seconds * 1000;
  const [cpuBefore, start] = [server.cpuSeconds(), performance.now()];
  const lanes = Array.from({ length: connections }, () => lane({ port: server.port, until, next, expect }));
  const counts = await Promise.all(lanes);
  const [cpu, took] = [server.cpuSeconds() - cpuBefore, (performance.now() - start) / 1000];
  const requests = counts.reduce((sum, count) => sum + count, 0);
  return { perSecond: requests / took, cpu: cpu / requests };
}

interface Lane {
  port: number;
  until: number;
  next: () => string;
  expect: number;
}

/** One connection: the next request leaves when the last one is answered. Answers how many there were. */
function lane({ port, until, next, expect }: Lane): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const fail = (why: string) => {
      socket.destroy();
      reject(new Error(why));
    };
    let count = 0;
    let read = '';
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server hung up.')));
    socket.on('connect', () => socket.write(next()));
    socket.on('data', (text: string) => {
      read += text;
      if (!isWhole(read)) return;
      if (Number(read.slice(9, 12)) !== expect) return fail(`Expected ${expect}, got:\n${read.slice(0, 600)}`);
      read = '';
      count += 1;
      if (performance.now() < until) return void socket.write(next());
      finish(socket, () => resolve(count));
    });
  });
}

function finish(socket: Socket, done: () => void): void {
  socket.removeAllListeners('close');
  socket.once('close', done);
  socket.destroy();
}

function isWhole(answer: string): boolean {
  const body = answer.indexOf('\r\n\r\n');
  if (body === -1) return false;
  if (answer.startsWith('304', 9) || answer.startsWith('204', 9)) return true;
  const head = answer.slice(0, body);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= body + 4 + Number(length);
}

/** A request as text; `headers` beside host and length. */
export function request(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}${length}\r\n${text}`;
}

// Budget 13: a film of 2 GB into the product, against a plain pipeline to a file, and the memory that it takes meanwhile.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { interleave, type Plan, ratio, spreadOf } from './rounds.ts';
import type { Spawned } from './spawned.ts';
import { DEMO, newFolder, startProduct, startReference } from './stage.ts';
import { atLeast, atMost, type Row } from './table.ts';

/** What the product takes at most; as bytes of the file itself. */
const FILM_BYTES = 2 * 1024 ** 3;
const PIECE = Buffer.alloc(256 * 1024, 7);
/** The head of an MP4 whose one box of media goes to its end. */
const HEAD = Buffer.from('\0\0\0\x14ftypisom\0\0\x02\0iso2\0\0\0\0mdat', 'latin1');
const MB = 1024 ** 2;

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const dataDir = newFolder();
  const product = await startProduct(dataDir, { NODE_ENV: 'development' });
  const plainDir = newFolder();
  const plain = await startReference('plain-upload-server.ts', { DATA_DIR: plainDir });
  const author = await signInAuthor(product.port);
  const memory: number[] = [];
  try {
    const seconds = await interleave(rounds, {
      ours: async () => {
        const target = await author.start();
        const idle = product.memoryBytes();
        const stop = watchMemory(product);
        const took = await sendFilm(product.port, target);
        memory.push((stop() - idle) / MB);
        rmSync(join(dataDir, 'media', target.filePath));
        return took;
      },
      plain: async () => {
        const took = await sendFilm(plain.port, { uploadUrl: '/', token: 'none' });
        rmSync(join(plainDir, 'film.mp4'));
        return took;
      },
    });
    console.log(
      `a 2 GB upload took ${spreadOf(seconds.ours).value.toFixed(1)} s, plain ${spreadOf(seconds.plain).value.toFixed(1)} s`,
    );
    const what = 'a 2 GB upload : the same by a node:http pipeline to a synced file, bytes a second';
    return [
      { number: '13', what, measured: ratio(seconds.plain, seconds.ours), budget: atLeast(0.85) },
      {
        number: '13',
        what: 'memory of the server above idle, while it takes 2 GB',
        measured: spreadOf(memory),
        budget: atMost(64, 'MB'),
      },
    ];
  } finally {
    await product.stop();
    await plain.stop();
  }
}

interface Target {
  uploadUrl: string;
  token: string;
}

/** Signs in somebody who may upload. */
export async function signInAuthor(port: number) {
  const origin = `http://127.0.0.1:${port}`;
  const post = async (path: string, body: object, headers = {}) => {
    const sent = { 'Content-Type': 'application/json', ...headers };
    const response = await fetch(origin + path, { method: 'POST', headers: sent, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const account = { email: 'super@demo.example', password: DEMO.password };
  const { access_token } = await post('/auth/v1/token?grant_type=password', account, { apikey: 'embedded' });
  const { lessons } = await (await fetch(`${origin}/api/public/courses/2/lessons`)).json();
  const wanted = { courseId: 2, lessonId: lessons[0].id, filename: 'film.mp4', size: FILM_BYTES };
  const headers = { Authorization: `Bearer ${access_token}` };
  return {
    headers,
    start: (): Promise<Target & { filePath: string }> => post('/api/videos/signed-upload', wanted, headers),
  };
}

/** Sends the film as fast as it is taken; answers the seconds until the answer. */
export async function sendFilm(port: number, { uploadUrl, token }: Target): Promise<number> {
  const started = performance.now();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'video/mp4', 'Content-Length': FILM_BYTES };
  const sender = request({ port, host: '127.0.0.1', path: uploadUrl, method: 'PUT', headers });
  const answered = once(sender, 'response');
  sender.write(HEAD);
  for (let sent = HEAD.length; sent < FILM_BYTES; sent += PIECE.length) {
    const isTaken = sender.write(PIECE.subarray(0, Math.min(PIECE.length, FILM_BYTES - sent)));
    if (!isTaken) await once(sender, 'drain');
  }
  sender.end();
  const [response] = await answered;
  if (response.statusCode !== 200) throw new Error(`The upload was answered ${response.statusCode}.`);
  response.resume();
  await once(response, 'end');
  return (performance.now() - started) / 1000;
}

/** The largest memory from now on; told when it is stopped. */
function watchMemory(server: Spawned): () => number {
  let most = server.memoryBytes();
  const look = () => (most = Math.max(most, server.memoryBytes()));
  const looking = setInterval(look, 50);
  return () => {
    clearInterval(looking);
    return look();
  };
}

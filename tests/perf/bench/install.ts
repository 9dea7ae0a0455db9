// Budget 10b: what the installation of the service worker costs the browser's processes, against a worker by hand that caches
// the same bytes in five files.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { newProfile, processesOf, startDevice } from './browser.ts';
import { originOf } from './learner-device.ts';
import { interleave, type Plan, ratio, spreadOf } from './rounds.ts';
import { cpuSecondsOf } from './spawned.ts';
import { newFolder, serveFiles, stage, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

/** Until a new browser, or what an installation leaves to be written, has come to rest. */
const SETTLED_MS = 1_500;

/** A page that runs no code of its own. */
const EMPTY = '/bench/empty.html';
const EMPTY_PAGE = '<!doctype html><title>Empty</title>';

/** The addresses in the precache of the built worker; the viewer of PDF comes later. */
export function precached(): string[] {
  const worker = readFileSync(join(stage(), 'dist/client/service-worker.js'), 'utf8');
  const addresses = [...worker.matchAll(/\burl"?:\s*["'`]([^"'`]+)["'`]/g)].map(([, address = '']) => address);
  const first = addresses.filter((address) => !/\/pdf[.-]|\.wasm$/.test(address));
  const files = [...new Set(first)].filter((address) => existsSync(join(stage(), 'dist/client', address)));
  if (!files.includes('index.html')) throw new Error('The list of files in the built worker is not where it was.');
  return files;
}

/** The worker by hand and its five files: the scripts in three, sent as Brotli like the product's, all else in two. */
function limitFiles(): Parameters<typeof serveFiles>[0] {
  const read = (isScript: boolean) => {
    const names = precached().filter((name) => name.endsWith('.js') === isScript);
    return Buffer.concat(names.map((name) => readFileSync(join(stage(), 'dist/client', name))));
  };
  const cut = (bytes: Buffer, count: number) => {
    const size = Math.ceil(bytes.length / count);
    return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
  };
  const pack = (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const [scripts, others] = [cut(read(true), 3), cut(read(false), 2)];
  const files = [
    ...scripts.map((bytes) => ({ type: 'text/javascript', body: pack(bytes), encoding: 'br' })),
    ...others.map((body) => ({ type: 'application/octet-stream', body })),
  ];
  const named = Object.fromEntries(files.map((file, at) => [`/${at}`, file]));
  const worker = `const FILES = ${JSON.stringify(Object.keys(named))};
    self.addEventListener('install', (event) => event.waitUntil(caches.open('limit').then((cache) => cache.addAll(FILES))));
    self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));`;
  return {
    ...named,
    [EMPTY]: { type: 'text/html', body: Buffer.from(EMPTY_PAGE) },
    '/service-worker.js': { type: 'text/javascript', body: Buffer.from(worker) },
  };
}

/** CPU seconds of a new browser from the registration until the worker is active and nothing is left to be done. */
async function installFrom(origin: string): Promise<number> {
  const profile = newProfile();
  const device = await startDevice(profile);
  try {
    const page = device.pages()[0] ?? (await device.newPage());
    await page.goto(origin + EMPTY);
    await page.waitForTimeout(SETTLED_MS);
    const spent = () => processesOf(profile).reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
    const before = spent();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/service-worker.js');
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      await new Promise<void>((resolve, reject) => {
        const look = () => {
          if (worker?.state === 'activated') resolve();
          if (worker?.state === 'redundant') reject(new Error('The worker could not be installed.'));
        };
        worker?.addEventListener('statechange', look);
        look();
      });
    });
    await page.waitForTimeout(SETTLED_MS);
    return spent() - before;
  } finally {
    await device.close();
  }
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  mkdirSync(join(stage(), 'dist/client/bench'), { recursive: true });
  writeFileSync(join(stage(), 'dist/client', EMPTY), EMPTY_PAGE);
  const product = await startProduct(newFolder());
  const limit = await serveFiles(limitFiles());
  try {
    const { ours, byHand } = await interleave(rounds, {
      ours: () => installFrom(originOf(product)),
      byHand: () => installFrom(limit.origin),
    });
    const seconds = (figures: number[]) => `${spreadOf(figures).value.toFixed(2)} s`;
    return [
      {
        number: '10b',
        what: `CPU of the browser's processes for installing the service worker, ${precached().length} files (${seconds(ours)}) : a worker by hand that caches the same bytes in 5 files (${seconds(byHand)})`,
        measured: ratio(ours, byHand),
        budget: atMost(2),
      },
    ];
  } finally {
    await product.stop();
    await limit.stop();
  }
}

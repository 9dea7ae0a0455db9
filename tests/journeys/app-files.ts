import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const worker = readFileSync(join(import.meta.dirname, '../../dist/client/service-worker.js'), 'utf8');

/** The files of the build, by their addresses, as the worker lists them. */
export const FILES = [...worker.matchAll(/"integrity":"[^"]+","revision":[^,]+,"url":"([^"]+)"/g)].map(
  ([, url]) => `/${url}`,
);

/** The address of a chunk of the build by the beginning of its name. */
export const fileOf = (family: string) => FILES.find((file) => file.startsWith(`/assets/${family}-`)) ?? `no ${family}`;

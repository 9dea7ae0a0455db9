// The reference of an upload: node:http and a pipeline to a file that is synced, and nothing else.
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.env.DATA_DIR ?? '';

createServer(async (request, response) => {
  if (request.method !== 'PUT') return response.end('ready');
  await pipeline(request, createWriteStream(join(folder, 'film.mp4'), { flush: true }));
  response.end('{}');
}).listen(Number(process.env.PORT), '127.0.0.1');

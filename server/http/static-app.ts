// The built app: files with a hash in their name are cached for a year, everything else is revalidated each time.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Http } from '../deps.ts';
import type { Env } from '../env.ts';
import { etagMatches } from './responses.ts';
import { contentSecurityPolicy } from './security-headers.ts';

/** Serves what is not the server's own: a file of the build, or index.html for a page's address. */
export type StaticApp = (c: Context<Http>) => Response | Promise<Response>;

const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /auth/\nDisallow: /media/\n';

/** The worker of the PDF viewer decodes scans by WebAssembly, in a sandbox that reaches nothing. */
const DECODING = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'; sandbox";

interface StaticFile {
  type: string;
  etag: string;
  isImmutable: boolean;
  bytes: Map<'identity' | 'br' | 'gzip', Uint8Array<ArrayBuffer>>;
}

/**
 * Reads the build once: a running server keeps serving the build that it was started with. '/' is landing.html, which
 * is index.html with the visitor's landing page in it.
 */
export function openStaticApp(folder: string, env: Env): StaticApp {
  const files = readBuild(folder);
  const index = files.get('/index.html');
  if (!files.has('/robots.txt')) files.set('/robots.txt', fileOf('/robots.txt', Buffer.from(ROBOTS)));
  const policy = contentSecurityPolicy(env, index ? inlineScriptHashes(index) : []);

  return (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw new Refusal('method_not_allowed');
    const { path } = c.req;
    // A missing file must be 404: index.html in place of a script would break an old page that loads it.
    const file = files.get(path === '/' ? '/landing.html' : path) ?? (namesFile(path) ? undefined : index);
    if (!file) throw new Refusal('not_found');
    // A worker runs under the policy of its own script: without the page's policy it could fetch nothing.
    if (file.type.startsWith('text/html') || path === '/service-worker.js') c.header('Content-Security-Policy', policy);
    if (/^\/assets\/pdf\.worker\.decoding-/.test(path)) c.header('Content-Security-Policy', DECODING);
    return fileResponse(c, file);
  };
}

/** '/robots.txt' does; '/course/4/lesson/1.5' is the address of a page, although a wrong one. */
function namesFile(path: string): boolean {
  return /^\.[a-z]/i.test(extname(path));
}

function fileResponse(c: Context<Http>, file: StaticFile): Response {
  c.header('ETag', file.etag);
  c.header('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  c.header('Vary', 'Accept-Encoding');
  if (etagMatches(c.req.header('If-None-Match'), file.etag)) return c.body(null, 304);
  const accepted = c.req.header('Accept-Encoding') ?? '';
  const [encoding] = ENCODINGS.find(([name]) => file.bytes.has(name) && accepted.includes(name)) ?? [
    'identity' as const,
  ];
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(file.bytes.get(encoding) ?? '', 200, { 'Content-Type': file.type });
}

function readBuild(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz|map)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const address = path.slice(folder.replace(/\/$/, '').length).replaceAll('\\', '/');
    const file = fileOf(address, readFileSync(path));
    for (const [name, ending] of ENCODINGS) {
      if (existsSync(path + ending)) file.bytes.set(name, readFileSync(path + ending));
    }
    files.set(address, file);
  }
  return files;
}

function fileOf(address: string, content: Buffer<ArrayBuffer>): StaticFile {
  return {
    type: getMimeType(address) ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
    isImmutable: address.startsWith('/assets/'),
    bytes: new Map([['identity', content]]),
  };
}

function textOf(file: StaticFile): string {
  return Buffer.from(file.bytes.get('identity') ?? []).toString('utf8');
}

function inlineScriptHashes(index: StaticFile): string[] {
  const scripts = [...textOf(index).matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

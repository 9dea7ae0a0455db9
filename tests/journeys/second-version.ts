import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Wire } from './wire.ts';

const INDEX = join(import.meta.dirname, '../../dist/client/index.html');

/** From now on the server holds another build: index.html differs, and so does the worker's list of files. */
export function deploySecondVersion(wire: Wire): void {
  const change = (html: string) => html.replace('</head>', '<meta name="version" content="second"></head>');
  const hash = createHash('sha256')
    .update(change(readFileSync(INDEX, 'utf8')))
    .digest('base64');
  wire.rewrite('/index.html', change);
  wire.rewrite('/service-worker.js', (script) => {
    const entry = /"integrity":"[^"]+","revision":"[^"]+","url":"index.html"/;
    const changed = script.replace(entry, `"integrity":"sha256-${hash}","revision":"second","url":"index.html"`);
    if (changed === script) throw new Error('The worker no longer lists index.html with its hash.');
    return changed;
  });
}

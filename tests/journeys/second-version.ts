import type { Wire } from './wire.ts';

/** From now on the server holds another build: index.html differs, and so does the worker's list of files. */
export function deploySecondVersion(wire: Wire): void {
  wire.rewrite('/index.html', (html) => html.replace('</head>', '<meta name="version" content="second"></head>'));
  wire.rewrite('/service-worker.js', (script) => {
    const changed = script.replace(/"revision":"\w+","url":"index.html"/, '"revision":"second","url":"index.html"');
    if (changed === script) throw new Error('The worker no longer lists index.html with a revision.');
    return changed;
  });
}

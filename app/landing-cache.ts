// The worker's copy of '/' with the landing page in it. It is kept only when it is this worker's own index.html in
// everything but the landing page: another build's would name scripts that are not on the device.
import { withLanding } from '#sync/contract/landing-place.ts';

const CACHE = 'groundwork-landing';
const HOME = '/';

/** The copy for this build; undefined when there is none. `shell` is the worker's index.html. */
export async function keptLanding(shell: Response | undefined): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(HOME);
  return kept && shell && (await isOfBuild(kept.clone(), shell)) ? kept : undefined;
}

/** Asks the server for '/' and keeps the answer in place of the last one. Without an answer the last one stays. Never throws. */
export async function keepLanding(shell: Response | undefined): Promise<void> {
  try {
    const answer = await fetch(HOME, { credentials: 'omit' });
    if (!shell || !answer.ok || !(await isOfBuild(answer.clone(), shell))) return;
    const cache = await caches.open(CACHE);
    await cache.put(HOME, answer);
  } catch {
    // No network: the last copy stays.
  }
}

async function isOfBuild(page: Response, shell: Response): Promise<boolean> {
  const [filled, bare] = await Promise.all([page.text(), shell.text()]);
  return filled !== bare && withLanding(filled, '') === bare;
}

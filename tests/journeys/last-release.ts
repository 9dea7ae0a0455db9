// The release before this one, built from this repository's history.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url));

/** Until there is a tag: a state that had passed all tests. */
const BEFORE_ANY_TAG = 'b3d716ac71ee6541a336d192f7535ecddb89d5be';

export type LastRelease = { name: string; main: string; remove: () => void };

/** Builds the last tag into a folder of its own; its `main` is for `startProduct`. Throws where the repository has no history. */
export function buildLastRelease(): LastRelease {
  const name = lastTag() ?? BEFORE_ANY_TAG;
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-last-release-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const sources = execFileSync('git', ['archive', name], { cwd: top, maxBuffer: 1_000_000_000 });
    execFileSync('tar', ['-x', '-C', folder], { input: sources });
    // Linked, the libraries are those of this state, so they must be the same ones.
    if (sameFile(join(folder, 'package-lock.json'), join(top, 'package-lock.json')))
      symlinkSync(join(top, 'node_modules'), join(folder, 'node_modules'));
    else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' });
    execFileSync(process.execPath, ['server/build.mjs'], { cwd: folder, stdio: 'ignore' });
  } catch (error) {
    remove();
    throw new Error(`The last release, ${name}, cannot be built from the history of this repository.`, {
      cause: error,
    });
  }
  return { name, main: pathToFileURL(join(folder, 'dist/server/main.js')).href, remove };
}

function lastTag(): string | undefined {
  try {
    // Not the tag of this very state, which would be no other release.
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], {
      cwd: top,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return undefined;
  }
}

const sameFile = (one: string, other: string) => readFileSync(one).equals(readFileSync(other));

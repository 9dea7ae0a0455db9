// What `npm start`, `npm run dev` and the commands do before anything else. Plain JavaScript, which an old Node reads too.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Reads the settings in .env of this folder, if there is one. What the environment sets already stays. */
export function readDotEnv() {
  const file = fileURLToPath(new URL('../.env', import.meta.url));
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch ({ code }) {
    console.error(`${file} cannot be read (${code}): its settings are not used.`);
  }
}

/** Ends this process politely once npm is gone: npm's shell passes no SIGTERM on, and the server would run on unseen. */
export function endWithNpm() {
  const { ppid } = process;
  if (!process.env.npm_lifecycle_event || ppid === 1) return;
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

/**
 * Answers `--help` with `usage` and ends. Ends with it as a failure, too, before anything is done, where `isKnown` does not take the words
 * after the command.
 */
export function explain(usage, isKnown = (words) => words.length === 0) {
  const words = process.argv.slice(2);
  const isAsked = words.includes('--help') || words.includes('-h');
  if (!isAsked && isKnown(words)) return;
  (isAsked ? console.log : console.error)(usage);
  process.exit(isAsked ? 0 : 1);
}

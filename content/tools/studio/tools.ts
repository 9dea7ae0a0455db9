// The three Debian programs that speak, draw and make videos: espeak-ng, chromium, ffmpeg.

import { spawnSync } from 'node:child_process';

type Tool = 'espeak-ng' | 'chromium' | 'ffmpeg';

/** Runs one program to its end; throws with its last words when it fails. */
export function run(tool: Tool, args: string[]): { output: Buffer; messages: string } {
  const ended = spawnSync(tool, args, { maxBuffer: 256 * 1024 * 1024 });
  if (ended.error) throw new Error(`${tool} did not start. Install it: apt-get install espeak-ng ffmpeg chromium`);
  const messages = ended.stderr.toString();
  if (ended.status !== 0) throw new Error(`${tool} ${args.join(' ')}\n${messages.slice(-2000)}`);
  return { output: ended.stdout, messages };
}

export const ffmpeg = (...args: string[]) => run('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...args]);

// Files that an author may choose for a lesson, good ones and others, in a folder of their own.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SAMPLES = join(import.meta.dirname, '../../content/media');

/** A clip of the sample content, 470,960 bytes and 25 whole seconds long. */
export const CLIP = join(SAMPLES, 'walk-the-scan-path.mp4');
/** Another one, 27 whole seconds long. */
export const OTHER_CLIP = join(SAMPLES, 'finish-the-floor-plan.mp4');
export const CAPTIONS = join(SAMPLES, 'walk-the-scan-path.vtt');

export type FilmFiles = ReturnType<typeof makeFilmFiles>;

/** A new folder; `remove` when the test is over. */
export function makeFilmFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-films-'));
  const at = (name: string) => join(folder, name);
  return {
    /** A film that plays, made larger by a box that players skip. */
    large: (name: string, megabytes: number): string => {
      const padding = Buffer.alloc(megabytes * 1024 ** 2);
      padding.writeUInt32BE(padding.length, 0);
      padding.write('free', 4, 'latin1');
      writeFileSync(at(name), Buffer.concat([readFileSync(CLIP), padding]));
      return at(name);
    },
    /** As many zeros, which take no room on the disk. */
    empty: (name: string, bytes: number): string => {
      writeFileSync(at(name), '');
      truncateSync(at(name), bytes);
      return at(name);
    },
    text: (name: string, text: string): string => {
      writeFileSync(at(name), text);
      return at(name);
    },
    /** The clip under another name. */
    named: (name: string): string => {
      copyFileSync(CLIP, at(name));
      return at(name);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

// Finds files by their names as people read them.
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The files that a course is read from. */
export interface CourseFiles {
  /** The names in this folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Where the file lies that people read as this path; undefined when there is none, or several. */
  find(path: string): Promise<string | undefined>;
}

const shown = (name: string) => name.normalize('NFC');
/** What names have in common that differ by case alone. */
export const folded = (name: string) => shown(name).toLowerCase();

/**
 * The name that people read as the wanted one: an 'ü' may be one character or two, and the case may be another when no other name
 * differs by it alone.
 */
export function nameAmong(wanted: string, names: readonly string[]): string | undefined {
  const same = names.includes(wanted) ? [wanted] : names.filter((name) => shown(name) === shown(wanted));
  const alike = same.length > 0 ? same : names.filter((name) => folded(name) === folded(wanted));
  return alike.length === 1 ? alike[0] : undefined;
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);

/** Of a folder on the disk, below `top`. */
export function filesOnDisk(top: string): CourseFiles {
  return {
    list: namesIn,
    async find(path) {
      let place = top;
      for (const part of relative(top, path).split(sep)) {
        const exact = join(place, part);
        const isThere = await lstat(exact).then(Boolean, () => false);
        const name = isThere ? part : nameAmong(part, await namesIn(place));
        if (name === undefined) return undefined;
        place = join(place, name);
      }
      return place;
    },
  };
}

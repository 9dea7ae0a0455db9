import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where the clips and pictures of the sample content go: whichever storage the installation uses. */
export interface SampleMediaStore {
  /** Stores a copy of `file` under `key`; doing it twice is harmless. */
  put(key: string, file: string, contentType: string): Promise<void>;
}

/** The storage that is a folder on this machine; keys are paths inside it. */
export function sampleMediaFolderStore(folder: string): SampleMediaStore {
  return {
    async put(key, file) {
      const target = join(folder, key);
      await mkdir(dirname(target), { recursive: true });
      // Of its own name, because two servers may start at once.
      const half = `${target}.${randomUUID()}.half`;
      await copyFile(file, half);
      // Nobody ever reads half a clip, whenever this is cut short.
      await rename(half, target);
    },
  };
}

import type { Told } from '#sync/contract/organization.ts';
import { noteAct } from '../audit/note.ts';
import type { Deps } from '../deps.ts';
import { type Acting, signed } from '../http/admin.ts';

/** Makes the place for films where it is missing; doing it twice is harmless. Refuses what the storage refuses. */
export async function setUpStorage({ db, media }: Pick<Deps, 'db' | 'media'>, acting: Acting): Promise<Told> {
  const message = await media.storage.ensureBucket();
  await noteAct(db, { ...signed(acting), action: 'storage.set_up' });
  return { message };
}

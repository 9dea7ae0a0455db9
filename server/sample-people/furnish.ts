// Furnishes an installation for whoever tries it (decision 349): after the server answers, and from where it was when it is stopped.
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { Kind } from '../queue/queue.ts';
import { build, readCast } from './build.ts';
import { COASTAL, chance, DEMO_ORGANIZATION, OMAR } from './cast.ts';
import { finish, forgetWanted, readWanted } from './finish.ts';
import { live, readSampleCourse, type SampleCourse, type Stage } from './live.ts';
import { type CourseKey, type Resident, SAMPLE_IDS, type Stint, tellStory } from './story.ts';

type Furnishing = Pick<Deps, 'db' | 'log' | 'version'>;

/** What waits is one house. */
export function samplePeople(deps: Furnishing): Kind {
  return {
    find: async () => ((await readWanted(deps.db)) ? ['house'] : []),
    work: ({ signal }) => furnish(deps, signal),
    // The sample courses were changed or deleted meanwhile.
    givesUp: { after: 4, note: () => deps.db.transact(forgetWanted) },
  };
}

/** So many people live through their part at a time; what they did shares a COMMIT. */
const AT_ONCE = 40;

/** Writes whatever is missing of the house that is wanted; nothing where none is. */
export async function furnish({ db, log, version }: Furnishing, signal?: AbortSignal): Promise<void> {
  const wanted = await readWanted(db);
  if (!wanted) return;
  const began = Date.now();
  const { now, people } = wanted;
  const cast = await readCast(db);
  const residents = tellStory(now, people).map((one) => ({ ...one, id: cast.get(one.email) ?? one.id }));
  const ladders = await build(db, now, residents);
  const courses = new Map<CourseKey, SampleCourse>();
  for (const key of SAMPLE_IDS) courses.set(key, await readSampleCourse(db, key));
  courses.set('ladders', await readSampleCourse(db, ladders));
  const adminId = residents.find(({ email }) => email === OMAR.email)?.id ?? '';
  const stage: Stage = { db, now, adminId, organizationId: DEMO_ORGANIZATION.id, courses };
  const elsewhere: Stage = { ...stage, organizationId: COASTAL.id };
  const all = [
    ...residents.map((person) => ({ person, stage })),
    ...(await readSurveyors(db)).map((person) => ({ person, stage: elsewhere })),
  ];
  const waiting = all.values();
  const next = async () => {
    for (const one of waiting) if (!signal?.aborted) await live(one.stage, one.person);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  if (signal?.aborted) return;
  if (await finish(stage, residents, { version, people }))
    log.info('sample people have moved in', { people: all.length, milliseconds: Date.now() - began });
}

/** The people of the second organization, most of whom take the course that it was granted. */
async function readSurveyors(db: Deps['db']): Promise<Resident[]> {
  const { profiles } = db.tables;
  const { id, email, fullName } = profiles;
  const isTheirs = and(eq(profiles.organizationId, COASTAL.id), eq(profiles.isSample, true));
  const rows = await db.select({ id, email, fullName }).from(profiles).where(isTheirs);
  return rows.map(({ fullName: name, ...row }) => {
    const fullName = name ?? '';
    const luck = chance(fullName);
    const ended = 1 + Math.round(luck * 24);
    const lessons = luck < 0.5 ? 6 : 1 + Math.round(luck * 4);
    const stint: Stint = { course: 3, round: 1, enrolled: ended + 12, ended, lessons, fails: () => Number(luck > 0.8) };
    return {
      ...row,
      fullName,
      crew: null,
      isLead: false,
      isOrgAdmin: false,
      joined: 150,
      stints: [stint],
    };
  });
}

import { useCallback, useState } from 'react';
import { freeCourses, type Landing, landingOf } from '#sync/contract/landing.ts';
import type { Engine, PullOutcome } from '#sync/engine.ts';
import { readCatalog, readCourse } from '#sync/reads.ts';
import { useFirstContent } from '../first-content.ts';
import { useEngine } from '../person.tsx';
import { usePull } from '../use-pull.ts';
import { paintedLanding } from './shown-landing.ts';

/** The landing page as this device knows it; undefined while it knows no course. */
async function readLanding({ replica }: Engine): Promise<Landing | undefined> {
  const courses = await readCatalog(replica);
  if (courses.length === 0) return undefined;
  const [first] = freeCourses(courses);
  const state = first && (await readCourse(replica, first.id));
  return landingOf(courses, state?.lessons.map(({ lesson }) => lesson) ?? []);
}

/** The server's word on the device: the catalog, and the lessons of the course that is featured. */
async function pullLanding(engine: Engine): Promise<PullOutcome> {
  const outcome = await engine.pullCatalog();
  const [first] = freeCourses(await readCatalog(engine.replica));
  if (outcome.kind === 'fresh' && first) return engine.pullCourse(first.id);
  return outcome;
}

/**
 * What the landing page shows: what the server painted until the device has something fresher, else what the device knows.
 * `landing` is undefined where neither is there; `outcome` is how the last refresh ended, undefined while it runs.
 */
export function useLanding(): { landing: Landing | undefined; outcome: PullOutcome | undefined; again: () => void } {
  const engine = useEngine();
  const [painted] = useState(paintedLanding);
  const [known, setKnown] = useState<Landing>();
  const pull = useCallback(async () => {
    setKnown(await readLanding(engine));
    const ended = await pullLanding(engine);
    const read = await readLanding(engine);
    setKnown(read ?? (ended.kind === 'fresh' ? landingOf([], []) : undefined));
    return ended;
  }, [engine]);
  useFirstContent(true);
  const { outcome, again } = usePull(pull);
  return { landing: outcome?.kind === 'fresh' ? known : (painted ?? known), outcome, again };
}

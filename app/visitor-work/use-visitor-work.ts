import { useEffect, useState } from 'react';
import { adoptVisitorWork, finishAdoption } from '#sync/adopt-visitor-work.ts';
import { askLater, isAskedLater } from '#sync/device.ts';
import type { Engine } from '#sync/engine.ts';
import { Replica, VISITOR } from '#sync/replica.ts';
import { deleteVisitorWork, readVisitorWork, type VisitorWork } from '#sync/visitor-work.ts';
import { device } from '../device.ts';
import { useLiveQuery } from '../live-query.ts';
import { useEngine } from '../person.tsx';

/** A visitor's work and what its finder may do with it. `isPutOff`: the person wants to be asked at their next sign-in. */
export type FoundWork = {
  work: VisitorWork;
  isPutOff: boolean;
  /** Answers how many lessons were news to the account. Rejects when this device could not keep it. */
  add: () => Promise<number>;
  remove: () => Promise<void>;
  later: () => Promise<void>;
};

/** What was tapped here goes out at once; without a network it waits like everything else. */
const send = (engine: Engine) => void engine.syncNow().catch(() => undefined);

/** The visitor's database, open while it is looked at; undefined until a Yes that was cut short has been seen to. */
function useVisitorReplica(engine: Engine): Replica | undefined {
  const [visitor, setVisitor] = useState<Replica>();
  useEffect(() => {
    const opened = new Replica(VISITOR);
    let isCurrent = true;
    finishAdoption({ visitor: opened, person: engine.replica })
      .then(
        ({ added }) => added > 0 && send(engine),
        // The storage may be busy or full: what was begun is brought to its end the next time.
        () => undefined,
      )
      .finally(() => isCurrent && setVisitor(opened));
    return () => {
      isCurrent = false;
      setVisitor(undefined);
      opened.close();
    };
  }, [engine]);
  return visitor;
}

/** The work of whoever learned here without signing in, live; undefined where there is none, or it was not read yet. */
export function useVisitorWork(): FoundWork | undefined {
  const engine = useEngine();
  const { replica: person, userId } = engine;
  const visitor = useVisitorReplica(engine);
  const work = useLiveQuery(() => (visitor ? readVisitorWork(visitor) : null), [visitor]);
  const isPutOff = useLiveQuery(() => isAskedLater(device, userId), [userId]);
  if (!visitor || !work || isPutOff === undefined) return undefined;
  return {
    work,
    isPutOff,
    async add() {
      const { added } = await adoptVisitorWork({ visitor, person, newId: () => crypto.randomUUID(), now: Date.now });
      send(engine);
      return added;
    },
    remove: () => deleteVisitorWork(visitor),
    later: () => askLater(device, userId),
  };
}

// A device with a visitor's work, and the people who sign in there afterwards.
import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { createEngine, type Engine } from '#sync/engine.ts';
import { adoptVisitorWork, finishAdoption } from '#sync/extras/adopt-visitor-work.ts';
import { readVisitorWork } from '#sync/extras/visitor-work.ts';
import type { Intent } from '#sync/store/entry.ts';
import { readEntries, readLesson } from '#sync/store/reads.ts';
import { replicaName } from '#sync/store/replica.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { EngineSetup, MAREN } from './engine-setup.ts';

type UnitIntent = Omit<Extract<Intent, { kind: 'unit' }>, 'kind' | 'courseId'>;

const lessons = [101, 102, 103].map((id) => aLesson({ id, title: `Lesson ${id - 100}`, orderIndex: id - 100 }));
export const content = { catalog: [aCourse()], lessonsOf: { courseId: 4, lessons } };

export const changesUnit = (engine: Engine, intent: UnitIntent) =>
  engine.record({ kind: 'unit', courseId: 4, ...intent });
export const completes = (engine: Engine, lessonId: number) => changesUnit(engine, { lessonId, status: 'completed' });
export const waiting = async (engine: Engine) => (await readEntries(engine.replica)).waiting;
export const unitOf = async (engine: Engine, lessonId: number) => (await readLesson(engine.replica, lessonId))?.unit;

/** A tablet with a visitor, who has the course, and Maren, who has nothing. `close` deletes all their databases. */
export async function openSharedTablet() {
  const opened: Engine[] = [];
  const open = (userId: string, setup = new EngineSetup({ userId })) => {
    // All setups make the same ids.
    const engine = createEngine({ userId, ports: { ...setup.ports(), newId: () => crypto.randomUUID() } });
    opened.push(engine);
    return engine;
  };
  const setup = new EngineSetup();
  const visitor = open('visitor');
  const maren = open(MAREN, setup);
  await visitor.replica.saveContent(content);
  await maren.replica.open();
  const adoption = (engine: Engine) => ({
    visitor: visitor.replica,
    person: engine.replica,
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  return {
    setup,
    visitor,
    maren,
    open,
    add: (engine = maren) => adoptVisitorWork(adoption(engine)),
    finishAdding: (engine = maren) => finishAdoption(adoption(engine)),
    offered: () => readVisitorWork(visitor.replica),
    close: async () => {
      for (const engine of opened) {
        engine.stop();
        engine.replica.close();
        await Dexie.delete(replicaName(engine.userId));
      }
    },
  };
}

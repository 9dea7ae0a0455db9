// The oracle: what the person was told is saved, what the device has, and what the server did, held against each other.
import type { Page } from '@playwright/test';
import type { Lesson } from '#sync/contract/lesson.ts';
import { askDatabase } from '../../journeys/database.ts';
import { type KeptEntry, outboxOf } from '../../journeys/device-data.ts';
import { LEARNER, type Product } from '../../journeys/product.ts';
import { type Cost, costOf, type Effects, effectsBetween } from './cost.ts';
import { type Stage, settle } from './stage.ts';

/** What was there before a run, and what the person was told during it. */
export interface Books {
  /** The hand goes down on this lesson's button. */
  begin: (lesson: Lesson) => void;
  /** The page said that this tap is saved. */
  confirm: (lesson: Lesson) => void;
  /** Waits until the devices have sent everything, and compares. */
  close: (pages?: Page[]) => Promise<Cost>;
}

/** Opens the books over these lessons; the outbox of each page of `close` counts. */
export async function openBooks(stage: Pick<Stage, 'page' | 'product'>, lessons: readonly Lesson[]): Promise<Books> {
  const before = await effectsOf(stage.product, lessons);
  const known = new Set((await outboxOf(stage.page)).map(({ opId }) => opId));
  const others = await othersOperations(stage.product);
  const [begun, confirmed] = [new Map<number, number>(), new Map<number, number>()];
  const count = (taps: Map<number, number>, { id }: Lesson) => void taps.set(id, (taps.get(id) ?? 0) + 1);
  return {
    begin: (lesson) => count(begun, lesson),
    confirm: (lesson) => count(confirmed, lesson),
    close: async (pages = [stage.page]) => {
      const entries: KeptEntry[] = [];
      for (const page of pages) {
        await settle(page);
        entries.push(...(await outboxOf(page)).filter(({ opId }) => !known.has(opId)));
      }
      const after = await effectsOf(stage.product, lessons);
      const applied = await operationsOf(stage.product);
      const cost = { lost: 0, doubled: 0, strays: (await othersOperations(stage.product)) - others };
      for (const { id } of lessons) {
        const missing = entries.filter(({ lessonId, opId }) => lessonId === id && !applied.has(opId)).length;
        const effects = effectsBetween(before.get(id), after.get(id));
        const taps = { begun: begun.get(id) ?? 0, confirmed: confirmed.get(id) ?? 0 };
        const { lost, doubled } = costOf({ ...taps, missing, effects });
        if (lost + doubled > 0) console.error(`lesson ${id}:`, { ...taps, missing, effects }, entries);
        cost.lost += lost;
        cost.doubled += doubled;
      }
      // What a restored server would ask for again: here nothing is old enough to be forgotten.
      const log = new Set((await outboxOf(stage.page)).map(({ opId }) => opId));
      cost.lost += [...known].filter((opId) => !log.has(opId)).length;
      return cost;
    },
  };
}

async function effectsOf(product: Product, lessons: readonly Lesson[]): Promise<Map<number, Effects>> {
  const ids = lessons.map(({ id }) => id).join(', ');
  const rows = await askDatabase<{ id: number; rev: number; attempts: number }>(
    product,
    `select l.id, coalesce(u.rev, 0) as rev,
       (select count(*) from quiz_attempts a where a.lesson_id = l.id and a.user_id = p.id) as attempts
     from lessons l join profiles p on p.email = ?
     left join unit_progress u on u.lesson_id = l.id and u.user_id = p.id where l.id in (${ids})`,
    LEARNER,
  );
  return new Map(rows.map(({ id, rev, attempts }) => [id, { rev: Number(rev), attempts: Number(attempts) }]));
}

async function operationsOf(product: Product): Promise<Set<string>> {
  const rows = await askDatabase<{ op_id: string }>(product, 'select op_id from applied_ops');
  return new Set(rows.map(({ op_id }) => op_id));
}

/** How many operations the server has from anybody but the learner. */
async function othersOperations(product: Product): Promise<number> {
  const [row] = await askDatabase<{ count: number }>(
    product,
    'select count(*) as count from applied_ops where user_id <> (select id from profiles where email = ?)',
    LEARNER,
  );
  return Number(row?.count ?? 0);
}

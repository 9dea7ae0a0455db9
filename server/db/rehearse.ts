import type { Db, UnitOfWork } from './unit-of-work.ts';

class Rehearsed extends Error {
  result: unknown;

  constructor(result: unknown) {
    super('A rehearsal ends with its result, and nothing is written.');
    this.result = result;
  }
}

/** What a unit of work returns, with everything that it wrote taken back: a preview that cannot differ from the act. */
export async function rehearse<T>(db: Db, work: UnitOfWork<T>): Promise<T> {
  try {
    return await db.transact(function* (tx): ReturnType<UnitOfWork<T>> {
      throw new Rehearsed(yield* work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T;
    throw error;
  }
}

import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { GroupCommit } from '#server/db/group-commit.ts';

describe('units of one turn share a COMMIT', () => {
  let spoken: string[];
  let connection: Database.Database;
  let commits: GroupCommit;
  let now: number;

  beforeEach(() => {
    spoken = [];
    now = 0;
    connection = new Database(':memory:', { verbose: (sql) => spoken.push(String(sql)) });
    connection.pragma('foreign_keys = ON');
    connection.exec(`create table things (id integer primary key, above integer references things (id)
      deferrable initially deferred)`);
    commits = new GroupCommit(connection, () => now);
  });

  const insert =
    (id: number, above: number | null = null) =>
    () => {
      connection.prepare('insert into things values (?, ?)').run(id, above);
      return id;
    };
  const ids = () => connection.prepare('select id from things order by id').pluck().all();
  const count = (word: string) => spoken.filter((sql) => sql.startsWith(word)).length;

  test('fifty at once: fifty answers, one COMMIT', async () => {
    const all = Array.from({ length: 50 }, (_, id) => commits.add(insert(id)));
    expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, (_, id) => id));
    expect(count('COMMIT')).toBe(1);
    expect(ids()).toHaveLength(50);
  });

  test('nothing is answered before it is committed', async () => {
    const answered = commits.add(insert(1)).then(() => spoken.at(-1));
    expect(await answered).toBe('COMMIT');
  });

  test('a unit that fails is undone alone, and gets its own error', async () => {
    const bad = commits.add(() => {
      insert(2)();
      throw new Error('changed my mind');
    });
    const outcomes = await Promise.allSettled([commits.add(insert(1)), bad, commits.add(insert(3))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(bad).rejects.toThrow('changed my mind');
    expect(ids()).toEqual([1, 3]);
  });

  test('when the COMMIT itself fails no unit resolves', async () => {
    const outcomes = await Promise.allSettled([commits.add(insert(1)), commits.add(insert(2, 99))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(ids()).toEqual([]);
    expect(await commits.add(insert(3))).toBe(3);
  });

  test('a long group leaves room for others: the rest follows in the next turn, in order', async () => {
    const slow = (id: number) => () => {
      now += 15;
      return insert(id)();
    };
    const done: number[] = [];
    const all = [1, 2, 3, 4].map((id) => commits.add(slow(id)).then((saved) => done.push(saved)));
    await Promise.all(all);
    expect(done).toEqual([1, 2, 3, 4]);
    expect(count('COMMIT')).toBe(2);
  });

  test('what waits when the database is closed is saved first', async () => {
    const waiting = commits.add(insert(1));
    commits.finish();
    expect(await waiting).toBe(1);
    expect(ids()).toEqual([1]);
  });
});

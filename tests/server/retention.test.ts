// What is deleted by its age (decision 132), and what stays.
import { randomUUID } from 'node:crypto';
import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { deleteExpired } from '#server/operations/retention.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { startOn } from '#tests/fixtures/server.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

onEveryEngine('retention', (openDb) => {
  const startServer = startOn(openDb);
  const started = (variables: Record<string, string> = {}) => startServer({ variables, now: () => NOW });

  test('audit entries stay for ever by default, and as long as AUDIT_LOG_DAYS says', async () => {
    for (const [days, left] of [
      ['', 1201],
      ['400', 1],
    ] as const) {
      const { db, deps } = await started({ AUDIT_LOG_DAYS: days });
      const old = Array.from({ length: 1200 }, () => ({ action: 'account.sign_in', at: daysAgo(401) }));
      await db.insert(db.tables.auditLog).values([...old, { action: 'course.publish', at: daysAgo(399) }]);
      // As of two processes: neither fails over what the other one has deleted.
      await Promise.all([deleteExpired(deps), deleteExpired(deps)]);
      const entries = await db.select().from(db.tables.auditLog);
      expect(entries).toHaveLength(left);
      expect(entries.map(({ action }) => action)).toContain('course.publish');
    }
  });

  test('mails go after a year, or as MAIL_LOG_DAYS says, whether they were sent or not', async () => {
    const mail = { kind: 'recovery', toAddress: 'a@b.example', subject: 'Set a new password', text: '' };
    for (const [days, ages] of [
      ['', [364]],
      ['30', []],
    ] as const) {
      const { db, deps } = await started({ MAIL_LOG_DAYS: days });
      const { mailOutbox } = db.tables;
      await db.insert(mailOutbox).values([364, 366].map((age) => ({ ...mail, createdAt: daysAgo(age), attempts: 8 })));
      await deleteExpired(deps);
      const left = await db.select().from(mailOutbox);
      expect(left.map(({ createdAt }) => createdAt)).toEqual(ages.map(daysAgo));
    }
  });

  test('of many mails only the old ones go, wherever they are', async () => {
    const { db, deps } = await started();
    const { mailOutbox } = db.tables;
    const mail = { kind: 'recovery', toAddress: 'a@b.example', subject: 'Set a new password', text: '', attempts: 8 };
    const rows = Array.from({ length: 1300 }, (_, n) => ({ ...mail, createdAt: daysAgo(n % 2 === 0 ? 364 : 366) }));
    await db.insert(mailOutbox).values(rows);
    await Promise.all([deleteExpired(deps), deleteExpired(deps)]);
    const left = await db.select().from(mailOutbox);
    expect([left.length, new Set(left.map(({ createdAt }) => createdAt.getTime()))]).toEqual([
      650,
      new Set([daysAgo(364).getTime()]),
    ]);
  });

  test('sessions go 30 days after their end, and none that may still be used', async () => {
    const { db, deps } = await started({ SESSION_IDLE_DAYS: '10', SESSION_MAX_DAYS: '100' });
    const { authUsers, authSessions } = db.tables;
    const userId = randomUUID();
    await db.insert(authUsers).values({ id: userId, email: 'a@b.example' });
    const session = (ip: string, created: number, refreshed: number | null) => ({
      ...{ id: randomUUID(), userId, hmacKey: 'k', amr: [], ip, createdAt: daysAgo(created) },
      refreshedAt: refreshed === null ? null : daysAgo(refreshed),
    });
    await db
      .insert(authSessions)
      .values([
        session('in use', 99, 9),
        session('idle, ended lately', 90, 39),
        session('idle', 90, 41),
        session('never used', 41, null),
        session('as old as one may be', 131, 1),
      ]);
    await deleteExpired(deps);
    const left = (await db.select().from(authSessions)).map(({ ip }) => ip);
    expect(left.sort()).toEqual(['idle, ended lately', 'in use']);
  });
});

const { openDb } = databasesOf('sqlite');

test('copies from before migrations go by DATABASE_COPY_DAYS, but never the newest one', async () => {
  const server = await startOn(openDb)({
    variables: { DATABASE_COPY_DAYS: '30' },
    now: () => NOW,
  });
  const file = sqliteConnection(server.db)?.name ?? '';
  const copy = (stamp: string, age: number) => {
    const path = `${file}.before-${stamp}`;
    writeFileSync(path, '');
    utimesSync(path, daysAgo(age), daysAgo(age));
    return path;
  };
  const [oldest, newer] = [copy('2026-01-01T00-00-00-000Z', 300), copy('2026-02-01T00-00-00-000Z', 270)];
  await deleteExpired(server.deps);
  expect([existsSync(oldest), existsSync(newer), existsSync(file)]).toEqual([false, true, true]);
  onTestFinished(() => server.db.close());
});

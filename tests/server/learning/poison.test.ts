import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { databasesOf } from '#tests/fixtures/db.ts';
import { openCourse } from '#tests/fixtures/rooms.ts';

const { openDb } = databasesOf('sqlite');

test('[Y15] an operation that fails on our side is answered 500 and logged, and the others go on', async () => {
  const { db, rooms, plant, me, courseId } = await openCourse(openDb);
  const [good, poison, after] = [
    await plant.lesson(courseId),
    await plant.lesson(courseId),
    await plant.lesson(courseId),
  ];
  sqliteConnection(db)?.exec(
    `create trigger poison before insert on unit_progress when new.lesson_id = ${poison} begin select raise(abort, 'secret inner words'); end`,
  );
  const operations = [good, poison, after].map((lessonId) => ({
    opId: randomUUID(),
    kind: 'unit',
    body: { lessonId, status: 'completed' },
  }));
  const told = await rooms.post(me, '/api/sync', { operations });
  expect(told.body.results.map((result: { status: number }) => result.status)).toEqual([200, 500, 200]);
  expect(told.body.results[1]).toMatchObject({ opId: operations[1]?.opId, body: { code: 'internal' } });
  expect(JSON.stringify(told.body)).not.toContain('secret');
  expect(rooms.complaints.join('')).toContain(operations[1]?.opId);
});

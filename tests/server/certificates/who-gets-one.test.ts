// What keeps a certificate from being issued, though all lessons are completed.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { issueCertificates } from '#server/certificates/issue.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openCourse } from '#tests/fixtures/rooms.ts';

onEveryEngine('who gets no certificate', (openDb) => {
  async function completed() {
    const stage = await openCourse(openDb);
    const { db, me, courseId } = stage;
    const { courseProgress, certificates } = db.tables;
    const at = new Date('2026-11-01T08:00:00Z');
    const row = { userId: me, courseId, percent: 100, status: 'completed' as const, completedAt: at };
    await db.insert(courseProgress).values(row);
    const issued = async () =>
      (await db.select().from(certificates).where(eq(certificates.userId, me))).map((one) => one.round);
    return { ...stage, at, issued };
  }

  test('a person who was erased, when a course is counted again', async () => {
    const { db, me, courseId, at, issued } = await completed();
    const { profiles } = db.tables;
    const isMe = eq(profiles.id, me);
    await db.update(profiles).set({ erasedAt: at }).where(isMe);
    await db.transact((tx) => issueCertificates(tx, { courseId, at, userIds: [me] }));
    expect(await issued()).toEqual([]);
    await db.update(profiles).set({ erasedAt: null }).where(isMe);
    await db.transact((tx) => issueCertificates(tx, { courseId, at, userIds: [me] }));
    expect(await issued()).toEqual([1]);
  });
});

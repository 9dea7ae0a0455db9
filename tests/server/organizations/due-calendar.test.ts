// The calendar of a person's due dates, to which calendar programs subscribe.
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readUnsubscribeKey, unsubscribeLink } from '#server/reminders/unsubscribe.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';
import { signedIn } from '#tests/fixtures/signed-in.ts';

onEveryEngine('the calendar of due dates', (openDb) => {
  const startServer = startOn(openDb);

  test('has what is due, cancels what is done, and forgets what ended, at an address of the person alone', async () => {
    const server = await startServer();
    const plant = planter(server.db);
    const { courseProgress, courses: stored, profiles } = server.db.tables;
    const [mia, noah] = [await signedIn(server), await signedIn(server)];
    const courses = [await plant.course({ title: 'Roofs' }), await plant.course({ title: 'Ladders' })];
    for (const courseId of courses)
      await server.db
        .insert(courseProgress)
        .values({ userId: mia.id, courseId, isAssigned: true, dueOn: '2027-01-31' });
    const addressOf = async ({ headers }: typeof mia) => {
      const answer = await server.request('/api/account/calendar', { headers });
      return new URL(((await answer.json()) as { address: string }).address).pathname;
    };
    const address = await addressOf(mia);
    const read = async (at = address) => {
      const answer = await server.request(at);
      return { status: answer.status, type: answer.headers.get('Content-Type'), text: await answer.text() };
    };
    const calendar = await read();
    expect([calendar.status, calendar.type]).toEqual([200, 'text/calendar; charset=utf-8']);
    for (const title of ['Roofs', 'Ladders']) expect(calendar.text).toContain(`SUMMARY:Due: ${title}`);
    expect(calendar.text).not.toContain('CANCELLED');
    // The link that stops reminders stands in mails, which are passed on.
    const link = unsubscribeLink(server.deps.env, await readUnsubscribeKey(server.db), mia.id);
    expect((await read(`/api/calendar/${link.split('/').at(-1)}/due-dates.ics`)).status).toBe(404);
    await server.db.update(stored).set({ isPublished: false }).where(eq(stored.title, 'Roofs'));
    expect((await read()).text).not.toContain('Roofs');
    await server.db.update(stored).set({ isPublished: true });
    const [roofs, ladders] = courses.map((courseId) =>
      and(eq(courseProgress.userId, mia.id), eq(courseProgress.courseId, courseId ?? 0)),
    );
    await server.db.update(courseProgress).set({ completedAt: new Date() }).where(roofs);
    await server.db.delete(courseProgress).where(ladders);
    const later = (await read()).text;
    expect(later).toContain('STATUS:CANCELLED');
    expect(later).not.toContain('Ladders');
    expect((await read(await addressOf(noah))).text).not.toContain('VEVENT');
    expect((await read(address.replace(mia.id, noah.id))).status).toBe(404);
    expect((await server.request('/api/account/calendar')).status).toBe(401);
    await server.db.update(profiles).set({ erasedAt: new Date() }).where(eq(profiles.id, mia.id));
    expect((await read()).text).not.toContain('VEVENT');
  });
});

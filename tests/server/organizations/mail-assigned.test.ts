// Whoever is given a course is told by email, where the admin asks for it.
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { databasesOf, onEveryEngine } from '#tests/fixtures/db.ts';
import { plantMembers, processOn, runJobs, stopJobs } from '#tests/fixtures/jobs.ts';

const MINUTE_MS = 60_000;
const soon = addDays(dayOf(new Date(), 'UTC'), 5);

onEveryEngine('mails about a course that was given', (_, engine) => {
  const { openDb, newUrl } = databasesOf(engine);

  async function started(course: object = {}) {
    const url = await newUrl();
    const all = await openAdministration(() => openDb({ url }));
    const { db, plant, people, ours, send } = all;
    const courseId = await plant.course({ organizationId: ours, visibility: 'private', title: 'Roofs', ...course });
    const { courseProgress, mailOutbox } = db.tables;
    const post = (path: string, body: object) =>
      send(people.admin, 'POST', `/api/admin/courses/${courseId}/${path}`, body);
    const enroll = (body: object, userIds = [people.member]) => post('enrollments', { userIds, ...body });
    const mails = () => db.select().from(mailOutbox).where(eq(mailOutbox.kind, 'assigned')).orderBy(mailOutbox.id);
    const mine = and(eq(courseProgress.userId, people.member), eq(courseProgress.courseId, courseId));
    const complete = () => db.update(courseProgress).set({ completedAt: new Date() }).where(mine);
    const remind = async () =>
      (
        await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/remind`, {
          ...{ userIds: [people.member], isPreview: true },
        })
      ).body;
    const finish = async () => runJobs(processOn(await openDb({ url }), () => new Date(Date.now() + MINUTE_MS)));
    return { ...all, courseId, post, enroll, mails, complete, remind, finish };
  }

  test('[M14] whoever is enrolled gets a mail with the day, once, and it counts as a reminder', async () => {
    const { courseId, people, enroll, mails, remind } = await started();
    await enroll({ dueOn: soon, sendEmail: true });
    const [mail] = await mails();
    expect(mail).toMatchObject({ subject: 'Training for you: Roofs', unsubscribe: null });
    expect(mail?.text).toContain('“Roofs” is due on');
    expect(mail?.text).toContain(`/course/${courseId}`);
    expect(mail?.calendar).toContain(`DTSTART;VALUE=DATE:${soon.replaceAll('-', '')}\r\n`);
    expect(mail?.calendar).toContain(`UID:due-${courseId}-${people.member}@`);
    expect(mail?.text).toContain('an administrator of Demo Inspections assigned the course to you');
    expect((await remind()).left).toMatchObject([{ reason: 'An email to them is waiting already.' }]);
    await enroll({ dueOn: soon, sendEmail: true });
    expect(await mails()).toHaveLength(1);
    await enroll({ dueOn: addDays(soon, 3), sendEmail: true });
    const [, moved, ...more] = await mails();
    expect([moved?.subject, more]).toEqual(['New due date: Roofs', []]);
    expect(moved?.text).toContain('an administrator of Demo Inspections changed the due date.');
    // There is nothing to tell of a day that is taken away.
    await enroll({ dueOn: null, sendEmail: true });
    expect(await mails()).toHaveLength(2);
  });

  test('[M14] nobody gets one unasked, nor about a draft, nor who has completed the course', async () => {
    const { enroll, mails, complete } = await started();
    await enroll({ dueOn: soon });
    await complete();
    await enroll({ dueOn: addDays(soon, 1), sendEmail: true });
    expect(await mails()).toEqual([]);
    const draft = await started({ isPublished: false });
    await draft.enroll({ dueOn: soon, sendEmail: true });
    expect(await draft.mails()).toEqual([]);
    const closed = await started();
    await closed.db.update(closed.db.tables.organizations).set({ isActive: false });
    const body = { userIds: [closed.people.learner], dueOn: soon, sendEmail: true };
    await closed.db.update(closed.db.tables.profiles).set({ organizationId: closed.theirs });
    await closed.send(closed.people.super, 'POST', `/api/admin/courses/${closed.courseId}/enrollments`, body);
    expect(await closed.mails(), 'nor where the organization is switched off').toEqual([]);
  });

  test('[M14] a renewed course says that it is taken again', async () => {
    const { enroll, complete, post, people, mails } = await started();
    await enroll({});
    await complete();
    const renew = { userId: people.member, sendEmail: true };
    expect((await post('renewals', renew)).status).toBe(200);
    expect((await mails()).map(({ text }) => text)).toEqual([
      expect.stringContaining('“Roofs” is among your courses. You completed it before: take it again'),
    ]);
    expect((await post('renewals', renew)).status).toBe(400);
    expect(await mails()).toHaveLength(1);
  });

  test('[M14] whoever has several courses renewed gets one mail about them', async () => {
    const { db, plant, ours, people, courseId, enroll, complete, mails, finish, send } = await started();
    const ladders = await plant.course({ organizationId: ours, visibility: 'private', title: 'Ladders' });
    await enroll({});
    await complete();
    const row = { userId: people.member, isAssigned: true, completedAt: new Date() };
    await db.insert(db.tables.courseProgress).values({ ...row, courseId: ladders });
    const certificate = { learnerName: 'Maren', validUntil: addDays(soon, -9), userId: people.member };
    await db.insert(db.tables.certificates).values([
      { ...certificate, serial: 'GW-1', courseId, courseTitle: 'Roofs' },
      { ...certificate, serial: 'GW-2', courseId: ladders, courseTitle: 'Ladders' },
    ]);
    const act = { kind: 'renew', certificates: 'unrenewed', sendEmail: true };
    const path = `/api/enterprise/admin/organizations/${ours}/bulk-jobs`;
    const begun = await send(people.admin, 'POST', path, { act, ids: [people.member] });
    expect(begun.status).toBe(201);
    await finish();
    const [mail, ...others] = await mails();
    expect([mail?.subject, others]).toEqual(['Training for you: 2 courses', []]);
    for (const title of ['Roofs', 'Ladders']) expect(mail?.text).toContain(`“${title}” is among your courses.`);
  });

  test('[M14] of many each gets one, whether the act itself enrolls them, its rest, or a job', async () => {
    const { db, courseId, ours, enroll, post, mails, finish, people, send } = await started();
    await stopJobs(db);
    const members = await plantMembers(db, ours, 130);
    await enroll({ sendEmail: true }, members);
    expect(await mails()).toHaveLength(100);
    await finish();
    expect(new Set((await mails()).map(({ toAddress }) => toAddress)).size).toBe(130);
    await post('enroll-everyone', { organizationId: ours, andLater: false, sendEmail: true });
    await finish();
    // The member and the admin were not enrolled yet.
    expect(await mails()).toHaveLength(132);
    const more = await plantMembers(db, ours, 3);
    const act = { kind: 'enroll', courseId, sendEmail: true };
    await send(people.admin, 'POST', `/api/enterprise/admin/organizations/${ours}/bulk-jobs`, { act, ids: more });
    await finish();
    expect(await mails()).toHaveLength(135);
  });
});

import { expect, test } from 'vitest';
import { newSerial } from '#server/certificates/issue.ts';
import { addDays, dayOf, daysBefore } from '#sync/contract/due.ts';
import { shareOf, type TrainingReport } from '#sync/contract/training-report.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const daysAgo = (days: number) => daysBefore(new Date(), days);
const TODAY = dayOf(new Date());

onEveryEngine('the report of one sheet', (openDb) => {
  const started = async () => {
    const all = await openAdministration(openDb);
    const { db, plant, ours, send } = all;
    const { courseProgress, certificates } = db.tables;
    const ladders = await plant.course({ title: 'Ladders', validMonths: 12 });
    const scanner = await plant.course({ title: 'Scanner' });
    const member = async (...groups: string[]) => {
      const id = await plant.person({ organizationId: ours, createdAt: daysAgo(200) });
      for (const group of groups) await plant.inGroup(group, id);
      return id;
    };
    const require = async (userId: string, courseId: number, row: Partial<typeof courseProgress.$inferInsert> = {}) => {
      const plain = { isAssigned: true, enrolledAt: daysAgo(150) };
      await db.insert(courseProgress).values({ userId, courseId, ...plain, ...row });
    };
    const certify = async (userId: string, courseId: number, row: Partial<typeof certificates.$inferInsert> = {}) => {
      const plain = { serial: newSerial(), learnerName: 'A learner', courseTitle: 'A course', issuedAt: daysAgo(100) };
      await db.insert(certificates).values({ userId, courseId, ...plain, ...row });
    };
    const read = async (who: string, query = '') => send(who, 'GET', `/api/analytics/report${query}`);
    const report = async () => (await read(all.people.admin)).body as TrainingReport;
    return { ...all, ladders, scanner, member, require, certify, read, report };
  };

  test('whoever has a valid certificate for all that is required is valid, each person once, and the rest by what is worst', async () => {
    const { ladders, scanner, member, require, certify, report } = await started();
    const both = await member();
    for (const course of [ladders, scanner]) {
      await require(both, course);
      await certify(both, course, { validUntil: course === ladders ? TODAY : null });
    }
    const half = await member();
    for (const course of [ladders, scanner]) await require(half, course);
    await certify(half, ladders);
    await require(await member(), ladders, { dueOn: addDays(TODAY, -1) });
    const expired = await member();
    await require(expired, ladders, { dueOn: addDays(TODAY, -1) });
    await certify(expired, ladders, { validUntil: addDays(TODAY, -1) });
    const revoked = await member();
    await require(revoked, ladders);
    await certify(revoked, ladders, { revokedAt: daysAgo(1) });
    // A course of one's own choice is not required.
    await require(await member(), scanner, { isAssigned: false });
    const { all, standings, people, trend } = await report();
    expect(standings).toEqual({ valid: 1, training: 2, overdue: 1, expired: 1 });
    expect(all).toMatchObject({ people: 5, valid: 1 });
    expect(people).toBeGreaterThan(5);
    expect(trend.at(-1)).toEqual({ day: TODAY, share: { people: 5, valid: 1 } });
  });

  test('the people of the register are those of the sheet', async () => {
    const { ladders, ours, member, require, certify, report, send, people } = await started();
    for (const row of [{}, { validUntil: addDays(TODAY, -3) }, { revokedAt: daysAgo(2) }, undefined]) {
      const id = await member();
      await require(id, ladders);
      if (row) await certify(id, ladders, row);
    }
    const { body } = await send(
      people.admin,
      'GET',
      `/api/enterprise/admin/organizations/${ours}/users?certificates=valid&course=${ladders}`,
    );
    const { all } = await report();
    expect(all.cells).toEqual([{ people: 4, valid: (body.users as unknown[]).length }]);
  });

  test('groups stand by courses, the worst first, with what they were 30 days ago', async () => {
    const { ours, plant, ladders, scanner, member, require, certify, report } = await started();
    const [harbour, night, empty] = [
      await plant.group(ours, 'Harbour'),
      await plant.group(ours, 'Night Shift'),
      await plant.group(ours, 'Empty'),
    ];
    const well = await member(harbour, night);
    await require(well, ladders);
    await certify(well, ladders);
    const ended = await member(night);
    for (const course of [ladders, scanner]) await require(ended, course);
    await certify(ended, scanner);
    await certify(ended, ladders, { validUntil: addDays(TODAY, -10) });
    const late = await member();
    await require(late, ladders, { enrolledAt: daysAgo(5) });
    const { rows, all, groups, lately, courses } = await report();
    expect(courses.map(({ title }) => title)).toEqual(['Ladders', 'Scanner']);
    expect(
      rows.map(({ name, before, cells, ...row }) => [name, shareOf(row), before && shareOf(before), cells]),
    ).toEqual([
      ['In no group', 0, null, [{ people: 1, valid: 0 }, null]],
      [
        'Night Shift',
        50,
        100,
        [
          { people: 2, valid: 1 },
          { people: 1, valid: 1 },
        ],
      ],
      ['Harbour', 100, 100, [{ people: 1, valid: 1 }, null]],
    ]);
    expect(rows.some(({ id }) => id === empty)).toBe(false);
    expect(all).toMatchObject({ people: 3, valid: 1, before: { people: 2, valid: 2 } });
    expect(groups).toBe(3);
    expect(lately).toMatchObject({ expired: 1, renewed: 0, fell: { name: 'Night Shift', points: 50, hasLead: false } });
  });

  test('a certificate that was revoked or has ended since counts in the months before, and a renewal is required since the first round', async () => {
    const { db, ladders, member, require, certify, report } = await started();
    const id = await member();
    await require(id, ladders, { enrolledAt: daysAgo(10), round: 2 });
    await db.insert(db.tables.pastRounds).values({
      ...{ userId: id, courseId: ladders, round: 1, percent: 100, pointsEarned: 1, totalPoints: 1 },
      ...{ enrolledAt: daysAgo(130), completedAt: daysAgo(100), endedAt: daysAgo(10) },
    });
    await certify(id, ladders, { revokedAt: daysAgo(45) });
    const { trend } = await report();
    expect(trend.map(({ share }) => share?.valid)).toEqual([undefined, 0, 1, 1, 0, 0]);
  });

  test('says what ends and what is due within 30 days, and what was earned', async () => {
    const { ladders, scanner, member, require, certify, report } = await started();
    for (const days of [3, 20, 40]) {
      const id = await member();
      await require(id, ladders, { completedAt: daysAgo(2) });
      await certify(id, ladders, { validUntil: addDays(TODAY, days), issuedAt: daysAgo(days === 3 ? 2 : 35) });
      await require(id, scanner, { dueOn: addDays(TODAY, days + 1) });
    }
    const { soon, otherSoon, lately } = await report();
    expect(soon).toEqual([
      { kind: 'ends', course: 'Ladders', people: 2, from: addDays(TODAY, 3), to: addDays(TODAY, 20) },
      { kind: 'due', course: 'Scanner', people: 2, from: addDays(TODAY, 4), to: addDays(TODAY, 21) },
    ]);
    expect(otherSoon).toBe(0);
    expect(lately.certificates).toEqual([1, 2]);
  });

  test('the quizzes are the ones with the lowest pass rates, and few attempts make none of them', async () => {
    const { db, plant, ladders, member, report } = await started();
    const id = await member();
    const answer = async (title: string, attempts: number, passed: number) => {
      const lessonId = await plant.lesson(ladders, { title });
      const times = { lastAttemptAt: daysAgo(1), firstAttemptAt: daysAgo(1), firstPassed: false };
      const sums = { attempts, passed, scoreSum: 0, durationMsSum: 0, timedAttempts: 0 };
      await db.insert(db.tables.quizFigures).values({ userId: id, lessonId, ...sums, ...times });
    };
    await answer('Fine', 10, 9);
    await answer('Hard', 10, 3);
    await answer('Hardest', 10, 1);
    await answer('Rare', 2, 0);
    expect((await report()).quizzes.map(({ title, passRate, now }) => [title, passRate, now])).toEqual([
      ['Hardest', 10, 0],
      ['Hard', 30, 0],
    ]);
  });

  test('says of sample data that it is', async () => {
    const { db, report } = await started();
    expect((await report()).organization).not.toHaveProperty('isSample');
    await db.update(db.tables.organizations).set({ isSample: true });
    expect((await report()).organization).toMatchObject({ isSample: true });
  });

  test('is of an admin’s own organization, and of the one that a super admin names', async () => {
    const { people, ours, read } = await started();
    expect((await read(people.admin)).body).toMatchObject({ organization: { id: ours } });
    expect(await read(people.super)).toMatchObject({ status: 403, body: { code: 'no_organization' } });
    expect((await read(people.super, `?organizationId=${ours}`)).body).toMatchObject({
      organization: { id: ours },
    });
    expect(await read(people.otherAdmin, `?organizationId=${ours}`)).toMatchObject({ status: 404 });
  });
});

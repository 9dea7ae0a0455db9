// Sample people who come and go where real people are by then: nothing of theirs is touched, and the house can be furnished once more.
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bootstrapContent } from '#server/commands/bootstrap-content.ts';
import { run } from '#server/db/client.ts';
import type { AuditEvent } from '#server/http/audit-log.ts';
import { auditLog } from '#server/http/audit-log.ts';
import { COASTAL, DEMO_ORGANIZATION, LADDERS, sampleId, TABLETS } from '#server/sample-people/cast.ts';
import { finish, readWanted, wantPeople } from '#server/sample-people/finish.ts';
import { furnish } from '#server/sample-people/furnish.ts';
import type { Stage } from '#server/sample-people/live.ts';
import { removeSamplePeople } from '#server/sample-people/remove.ts';
import { tellStory } from '#server/sample-people/story.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { planter } from '#tests/fixtures/plant.ts';
import { startOn } from '#tests/fixtures/server.ts';

const NOW = new Date('2031-05-14T11:20:00Z');
const LATER = new Date('2031-06-18T11:20:00Z');

onEveryEngine('sample people', (openDb, engine) => {
  const startServer = startOn(openDb);

  async function furnished() {
    const variables = { SAMPLE_CONTENT: 'on', DEMO_PASSWORD: 'look-around' };
    const server = await startServer({ variables, now: () => NOW });
    await bootstrapContent(server);
    const want = (now: Date) => server.db.transact((tx) => wantPeople(tx, { people: 124, now }));
    await want(NOW);
    await furnish(server.deps);
    return { ...server, plant: planter(server.db), want };
  }

  const title = `come back beside real people, whose rows stay as they are (${engine})`;
  test(title, { timeout: 180_000 }, async () => {
    const { db, deps, plant, want } = await furnished();
    const { tablets, groups, courses, courseProgress, quizQuestions, organizations, profiles } = db.tables;
    const organizationId = DEMO_ORGANIZATION.id;
    const real = await plant.person({ organizationId });
    const other = await plant.person({ organizationId: COASTAL.id });
    await plant.inGroup(sampleId('North Yard'), real);
    const empty = await plant.group(organizationId);
    const [ladders] = await db.select().from(courses).where(eq(courses.title, LADDERS.title));
    const mine = await plant.course({ organizationId });
    for (const courseId of [ladders?.id ?? 0, mine]) await plant.assign(real, courseId);
    const facts = { browser: 'Chrome', words: 'yard', version: '1.0.0', people: 1, unsent: 0, lastContactAt: NOW };
    const tablet = { organizationId, deviceId: crypto.randomUUID(), name: 'Yard', ...facts, signOutAskedAt: NOW };
    await db.insert(tablets).values(tablet);
    const reminded: AuditEvent = { action: 'organization.person_reminded', organizationId, subject: real, at: NOW };
    await db.transact((tx) => run(auditLog(tx, reminded)));
    const theirs = async () => ({
      course: await db.select().from(courses).where(eq(courses.id, mine)),
      tablet: await db.select().from(tablets).where(eq(tablets.deviceId, tablet.deviceId)),
      learning: await db.select().from(courseProgress).where(eq(courseProgress.userId, real)),
      groups: await db
        .select()
        .from(groups)
        .where(inArray(groups.id, [empty, sampleId('North Yard')])),
      log: await db.select().from(db.tables.auditLog).where(eq(db.tables.auditLog.subject, real)),
      questions: await db.select().from(quizQuestions),
    });
    const before = await theirs();

    await removeSamplePeople(db, null, LATER);
    expect(await theirs()).toEqual(before);
    // A group of a crew's name that is not theirs.
    const [harbour] = await db
      .insert(groups)
      .values({ organizationId, name: 'Harbour', nameKey: 'harbour' })
      .returning({ id: groups.id });
    await want(LATER);
    await furnish(deps);
    expect(await theirs()).toEqual(before);
    expect(await readWanted(db)).toBeUndefined();
    expect(await db.select().from(tablets)).toHaveLength(TABLETS.length + 1);
    expect(await db.select().from(courses).where(eq(courses.title, LADDERS.title))).toHaveLength(1);
    expect((await db.select().from(organizations)).map(({ isSample }) => isSample)).toEqual([true, true]);
    const invented = await db.select().from(profiles).where(eq(profiles.isSample, true));
    expect(invented).toHaveLength(142);
    const inHarbour = eq(db.tables.groupMembers.groupId, harbour?.id ?? '');
    expect(await db.select().from(db.tables.groupMembers).where(inHarbour)).toHaveLength(14);

    expect(await removeSamplePeople(db, null, LATER)).toMatchObject({ people: 124, all: 142, realPeople: 2 });
    expect((await db.select().from(profiles)).map(({ id }) => id)).toEqual(expect.arrayContaining([real, other]));
  });

  test(`do not come back from a process that was furnishing when they were removed (${engine})`, async () => {
    const { db } = await startServer({ now: () => NOW });
    await planter(db).organization({ ...DEMO_ORGANIZATION });
    await db.transact((tx) => wantPeople(tx, { people: 124, now: LATER }));
    const residents = tellStory(NOW, 124);
    const stage = { db, now: NOW, adminId: residents[0]?.id ?? '', organizationId: DEMO_ORGANIZATION.id };
    const courses: Stage['courses'] = new Map();
    expect(await finish({ ...stage, courses }, residents, { version: '1.0.0', people: 124 })).toBe(false);
    expect(await db.select().from(db.tables.tablets)).toEqual([]);
    expect(await readWanted(db)).toEqual({ people: 124, now: LATER });
  });
});

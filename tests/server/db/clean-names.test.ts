// Names without controls and overrides of direction: at every door, and once for what was stored before.
import { expect, test } from 'vitest';
import { cleanStoredNames } from '#server/db/clean-names.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const BAD = '\u202eNa\u0007me\u2066 of\ntwo';
const GOOD = 'Name of two';

onEveryEngine('names', (openDb) => {
  test('are cleaned at every door', async () => {
    const { people, send, ours, db } = await openAdministration(openDb);
    const { courses, lessons, courseModules, organizations, profiles } = db.tables;
    const course = { title: BAD, description: 'x', instructorName: BAD, category: 'design', level: 'beginner' };
    const made = await send(people.admin, 'POST', '/api/admin/courses', { ...course, duration: 5 });
    expect(made.body.course).toMatchObject({ title: GOOD, instructorName: GOOD });
    const courseId = made.body.course.id;
    await send(people.admin, 'POST', `/api/admin/courses/${courseId}/lessons`, { title: BAD });
    await send(people.admin, 'POST', `/api/admin/courses/${courseId}/modules`, { title: BAD });
    await send(people.super, 'PUT', `/api/enterprise/admin/organizations/${ours}`, { name: BAD });
    await send(people.learner, 'PUT', '/api/auth/profile', { full_name: BAD });
    const stored = [
      ...(await db.select({ name: courses.title }).from(courses)),
      ...(await db.select({ name: lessons.title }).from(lessons)),
      ...(await db.select({ name: courseModules.title }).from(courseModules)),
      ...(await db.select({ name: organizations.name }).from(organizations)),
      ...(await db.select({ name: profiles.fullName }).from(profiles)),
    ].filter(({ name }) => name === GOOD);
    expect(stored).toHaveLength(5);
    expect(
      await send(people.admin, 'POST', `/api/admin/courses/${courseId}/lessons`, { title: '\u202e \u0007' }),
    ).toMatchObject({ status: 400, body: { field: 'title' } });
  });

  test('that were stored before are cleaned once', async () => {
    const { people, plant, ours, db } = await openAdministration(openDb);
    const { organizations, profiles, courses, lessons, meta } = db.tables;
    const courseId = await plant.course({ title: BAD, organizationId: ours });
    await plant.lesson(courseId, { title: '\u202e', orderIndex: 1 });
    await plant.person({ fullName: BAD, nameKey: BAD.toLowerCase() });
    await db.update(organizations).set({ name: BAD });
    await cleanStoredNames(db);
    expect((await db.select().from(courses)).map(({ title }) => title)).toEqual([GOOD]);
    expect((await db.select().from(lessons)).map(({ title }) => title)).toEqual(['-']);
    expect(new Set((await db.select().from(organizations)).map(({ name }) => name))).toEqual(new Set([GOOD]));
    const named = (await db.select().from(profiles)).filter(({ nameKey }) => nameKey === GOOD.toLowerCase());
    expect(named).toMatchObject([{ fullName: GOOD }]);
    expect((await db.select().from(profiles)).find(({ id }) => id === people.admin)?.fullName).toBe('Ada Admin');
    await db.update(courses).set({ title: BAD });
    await cleanStoredNames(db);
    expect((await db.select().from(courses)).map(({ title }) => title)).toEqual([BAD]);
    expect((await db.select().from(meta)).map(({ key }) => key)).toContain('names_cleaned');
  });
});

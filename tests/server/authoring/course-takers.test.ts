import { expect, test } from 'vitest';
import type { AdminCourseList } from '#sync/contract/organization.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('[M4] the courses of an admin', (openDb) => {
  test('say how many of their own people take each, have completed it and are late, once they are asked', async () => {
    const { db, plant, people, ours, theirs, send } = await openAdministration(openDb);
    const taken = await plant.course({ title: 'Ladders', visibility: 'public', isPublished: true });
    await plant.course({ title: 'Ropes', visibility: 'public', isPublished: true });
    const enroll = async (organizationId: string, more: object = {}) => {
      const userId = await plant.person({ organizationId });
      await db.insert(db.tables.courseProgress).values({ userId, courseId: taken, ...more });
    };
    const [late, done] = [{ dueOn: '2020-01-01' }, { completedAt: new Date('2020-02-01') }];
    await enroll(ours, late);
    await enroll(ours, { ...late, ...done });
    await enroll(ours);
    await enroll(theirs, late);
    const read = async (person: string, query: string) => {
      const { courses } = (await send(person, 'GET', `/api/admin/courses?${query}`)).body as AdminCourseList;
      return courses.filter(({ title }) => /Ladders|Ropes/.test(title)).map(({ title, figures }) => [title, figures]);
    };
    const none = { enrolled: 0, completed: 0, overdue: 0 };
    expect(await read(people.admin, 'among=usable&sort=title&figures=true')).toEqual([
      ['Ladders', { enrolled: 3, completed: 1, overdue: 1 }],
      ['Ropes', none],
    ]);
    expect(await read(people.super, 'sort=title&figures=true')).toEqual([
      ['Ladders', { enrolled: 4, completed: 1, overdue: 2 }],
      ['Ropes', none],
    ]);
    expect((await read(people.admin, 'among=usable&sort=title'))[0]).toEqual(['Ladders', undefined]);
  });
});

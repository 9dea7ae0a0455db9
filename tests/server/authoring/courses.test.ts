// Courses as those who run them make, see, change and publish them.

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { CourseAnswer, CourseList, RefreshedLessons } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

const COURSES = '/api/admin/courses';
const DRAFT = { title: 'Roofs', description: 'Seen from above', instructorName: 'Maren Holt' };
const WRITTEN = { ...DRAFT, category: 'Design', level: 'advanced', duration: 45 };

onEveryEngine('authoring', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const make = async (who: string, body: unknown, path = COURSES) => {
      const { status, body: told } = await all.send(who, 'POST', path, body);
      expect(status).toBe(201);
      return (told as CourseAnswer).course;
    };
    const listed = async (who: string, query = '') =>
      (await all.send(who, 'GET', `${COURSES}${query}`)).body as CourseList;
    return { ...all, make, listed };
  }

  test('[M10] a super admin makes a course with the defaults of the dialog, or freely', async () => {
    const { people, ours, make, acts } = await started();
    const plain = await make(people.super, DRAFT);
    expect(plain).toMatchObject({
      ...DRAFT,
      category: 'technology',
      level: 'beginner',
      language: 'English',
      visibility: 'public',
      isPublished: false,
      duration: 0,
      organization: null,
      enrollmentCount: 0,
    });
    const full = {
      visibility: 'organization',
      organizationId: ours,
      price: 4900,
      objectives: [' See '],
      isPublished: true,
    };
    expect(await make(people.super, { ...DRAFT, ...full })).toMatchObject({
      visibility: 'organization',
      organization: { id: ours, name: 'Demo Inspections' },
      price: 4900,
      objectives: ['See'],
      isPublished: true,
    });
    expect((await acts()).map(({ action }) => action)).toEqual([
      'course.published',
      'course.created',
      'course.created',
    ]);
  });

  test('[M10] an org admin’s course is their organization’s, whatever visibility they send', async () => {
    const { people, ours, theirs, make, refused, plant, db } = await started();
    for (const extra of [{}, { visibility: 'public' }, { visibility: 'private', organizationId: ours }])
      expect(await make(people.admin, { ...DRAFT, ...extra })).toMatchObject({
        visibility: 'organization',
        organizationId: ours,
      });
    expect(await refused(people.admin, 'POST', COURSES, { ...DRAFT, organizationId: theirs })).toBe(
      '404 organization_not_found organizationId',
    );
    const lost = await plant.person({ isOrgAdmin: true });
    expect(await refused(lost, 'POST', COURSES, DRAFT)).toBe('403 no_organization');
    await db.update(db.tables.organizations).set({ isActive: false });
    expect(await refused(people.admin, 'POST', COURSES, DRAFT)).toBe('422 organization_inactive organizationId');
  });

  test('an org admin also lists what their people can take, and which of it they can edit', async () => {
    const { people, ours, theirs, plant, db, listed } = await started();
    await plant.course({ title: 'Own draft', organizationId: ours, isPublished: false });
    await plant.course({ title: 'Public', visibility: 'public', isPublished: true });
    await plant.course({ title: 'Public draft', visibility: 'public', isPublished: false });
    await plant.course({ title: 'Private', visibility: 'private', isPublished: true });
    const of = { organizationId: theirs, visibility: 'organization', isPublished: true } as const;
    await plant.course({ ...of, title: 'Of another' });
    const granted = await plant.course({ ...of, title: 'Granted' });
    await db.insert(db.tables.courseGrants).values({ courseId: granted, organizationId: ours });
    const read = async (query: string) =>
      (await listed(people.admin, query)).courses.map(({ title, isEditable }) => [title, isEditable]);
    expect(await read('?among=usable&sort=title')).toEqual([
      ['Granted', false],
      ['Own draft', true],
      ['Public', false],
    ]);
    expect(await read('')).toEqual([['Own draft', true]]);
    expect(await read('?among=usable&access=edit')).toEqual([['Own draft', true]]);
    expect(await read('?among=usable&access=view&sort=title')).toEqual([
      ['Granted', false],
      ['Public', false],
    ]);
  });

  test('what an org admin can edit comes first, however many others are newer', async () => {
    const { people, ours, plant, listed } = await started();
    for (const title of ['Own 1', 'Own 2']) await plant.course({ title, organizationId: ours });
    for (let n = 1; n <= 3; n += 1) await plant.course({ title: `Public ${n}` });
    const titles: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: CourseList = await listed(people.admin, `?among=usable&sort=-access&limit=2&cursor=${cursor}`);
      titles.push(...page.courses.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(titles).toEqual(['Own 2', 'Own 1', 'Public 3', 'Public 2', 'Public 1']);
  });

  test('[M4] the list is searched, filtered, sorted and read page by page by the server', async () => {
    const { people, ours, plant, listed } = await started();
    const made = { organizationId: ours, isPublished: true, category: 'design' };
    await plant.course({ ...made, title: 'Roof 10' });
    await plant.course({ ...made, title: 'roof 2', isPublished: false, visibility: 'private' });
    await plant.course({ ...made, title: 'Älplerdach', category: 'safety', archivedAt: new Date() });
    const titles = async (query: string) => (await listed(people.admin, `?${query}`)).courses.map(({ title }) => title);
    expect(await titles('')).toEqual(['Älplerdach', 'roof 2', 'Roof 10']);
    expect(await titles('sort=title')).toEqual(['Älplerdach', 'roof 2', 'Roof 10']);
    expect(await titles('sort=-title')).toEqual(['Roof 10', 'roof 2', 'Älplerdach']);
    expect(await titles('sort=created&search=roof')).toEqual(['Roof 10', 'roof 2']);
    expect(await titles('category=safety')).toEqual(['Älplerdach']);
    expect(await titles('visibility=private')).toEqual(['roof 2']);
    expect(await titles('status=archived')).toEqual(['Älplerdach']);
    expect(await titles('status=published')).toEqual(['Roof 10']);
    const first = await listed(people.admin, '?sort=title&limit=2');
    expect(first).toMatchObject({ total: 3, categories: ['design', 'safety'] });
    const rest = await listed(people.admin, `?sort=title&limit=2&cursor=${encodeURIComponent(`${first.nextCursor}`)}`);
    expect(rest.courses.map(({ title }) => title)).toEqual(['Roof 10']);
    expect(rest).toMatchObject({ nextCursor: null });
  });

  test('a search finds the title that is it first, then those that begin with it, then the others', async () => {
    const { people, ours, plant, send } = await started();
    await plant.course({ title: 'Course 77', organizationId: ours });
    for (const title of ['Course 770', 'Course 977', 'A course 77', 'Course 771'])
      await plant.course({ title, organizationId: ours });
    await plant.course({ title: 'course 77', visibility: 'public', isPublished: true });
    const titles = async (who: string, path: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next = `${path}&search=course%2077&limit=2&cursor=${encodeURIComponent(cursor)}`;
        const page: CourseList = (await send(who, 'GET', next)).body;
        found.push(...page.courses.map(({ title }) => title));
        cursor = page.nextCursor;
      }
      return found;
    };
    const byHit = ['Course 77', 'course 77', 'Course 770', 'Course 771', 'A course 77', 'Course 977'];
    expect(await titles(people.super, `${COURSES}?`)).toEqual(byHit);
    expect(await titles(people.admin, `${COURSES}?among=usable&sort=-access`)).toEqual(byHit);
    const picker = `/api/enterprise/admin/organizations/${ours}/courses?among=enrollable`;
    expect(await titles(people.admin, picker)).toEqual(byHit);
    expect(await titles(people.super, `${COURSES}?sort=-title`), 'an order that was chosen').toEqual([
      ...['Course 977', 'Course 771', 'Course 770', 'course 77', 'Course 77', 'A course 77'],
    ]);
  });

  test('the courses that enroll whoever joins say so, and are found by it, among those that one runs', async () => {
    const { people, ours, theirs, plant, listed, send } = await started();
    const of = { organizationId: ours, isPublished: true };
    const rule = async (courseId: number, who: string, to: object) =>
      expect(
        (await send(who, 'POST', `${COURSES}/${courseId}/enroll-everyone`, { andLater: true, ...to })).status,
      ).toBe(200);
    await rule(await plant.course({ ...of, title: 'For all' }), people.admin, { organizationId: ours });
    const groupId = await plant.group(ours, 'Roof crew');
    await rule(await plant.course({ ...of, title: 'For a group' }), people.admin, { organizationId: ours, groupId });
    const archived = await plant.course({ ...of, title: 'Archived' });
    await rule(archived, people.admin, { organizationId: ours });
    await send(people.admin, 'PUT', `${COURSES}/${archived}`, { isArchived: true });
    await rule(await plant.course({ title: 'Elsewhere' }), people.super, { organizationId: theirs });
    await plant.course({ ...of, title: 'Plain' });
    const marks = async (who: string, query: string) =>
      (await listed(who, query)).courses.map(({ title, ruleCount = 0 }) => [title, ruleCount > 0]);
    expect(await marks(people.admin, '?among=usable&sort=title')).toEqual([
      ...[
        ['Archived', false],
        ['Elsewhere', false],
      ],
      ...[
        ['For a group', true],
        ['For all', true],
        ['Plain', false],
      ],
    ]);
    const found = [
      ['For a group', true],
      ['For all', true],
    ];
    expect(await marks(people.admin, '?among=usable&sort=title&enrolls=automatic')).toEqual(found);
    expect(await marks(people.super, '?sort=title&enrolls=automatic')).toEqual([['Elsewhere', true], ...found]);
    const ofOrganization = `/api/enterprise/admin/organizations/${ours}/courses?among=automatic`;
    const { courses } = (await send(people.admin, 'GET', ofOrganization)).body as CourseList;
    expect(
      courses.map(({ title }) => title),
      'by joining it, not a group',
    ).toEqual(['For all']);
  });

  test('[M11] the creation screen saves a draft, and requires a duration', async () => {
    const { people, make, refused } = await started();
    const course = await make(
      people.admin,
      { ...WRITTEN, isPublished: true, prerequisites: ['A ladder'] },
      '/api/courses',
    );
    expect(course).toMatchObject({ isPublished: false, duration: 45, category: 'design', prerequisites: ['A ladder'] });
    const write = (body: unknown) => refused(people.super, 'POST', '/api/courses', body);
    for (const duration of [0, -5, 1.5, '45'])
      expect(await write({ ...WRITTEN, duration })).toBe('400 validation_failed duration');
    expect(await write({ ...WRITTEN, level: 'expert' })).toBe('400 validation_failed level');
    expect(await refused(people.learner, 'POST', '/api/courses', WRITTEN)).toBe('403 access_denied');
    expect(await refused(null, 'POST', '/api/courses', WRITTEN)).toBe('401 not_authenticated');
  });

  test.each([
    ['title', { title: '  ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['description', { description: '' }],
    ['instructorName', { instructorName: undefined }],
    ['price', { price: -1 }],
    ['thumbnail', { thumbnail: 'javascript:alert(1)' }],
    ['visibility', { visibility: 'secret' }],
    ['objectives', { objectives: Array(51).fill('x') }],
    ['organizationId', { organizationId: 'ours' }],
  ])('[M10] a wrong %s is refused by its name', async (field, wrong) => {
    const { people, refused } = await started();
    expect(await refused(people.super, 'POST', COURSES, { ...DRAFT, ...wrong })).toMatch(
      new RegExp(`^400 validation_failed ${field}`),
    );
  });

  test('[M4] a super admin lists all courses, an org admin those of their organization', async () => {
    const { people, ours, theirs, plant, listed, db } = await started();
    const own = await plant.course({ organizationId: ours, isPublished: false, title: 'Révision' });
    const foreign = await plant.course({ organizationId: theirs });
    const open = await plant.course();
    const ids = async (who: string, query = '') => (await listed(who, query)).courses.map(({ id }) => id);
    expect(await ids(people.super)).toEqual([open, foreign, own]);
    expect(await ids(people.admin)).toEqual([own]);
    expect(await ids(people.super, '?search=REVISION')).toEqual([own]);
    const first = await listed(people.super, '?limit=2');
    await plant.course();
    expect(await ids(people.super, `?limit=2&cursor=${first.nextCursor}`)).toEqual([own]);
    expect(await ids(await plant.person({ isOrgAdmin: true }))).toEqual([]);
    await db.update(db.tables.organizations).set({ isActive: false });
    expect(await ids(people.admin)).toEqual([]);
  });

  test('[M4] one is opened by those who may edit it, and is nowhere for others', async () => {
    const { people, ours, plant, send, refused } = await started();
    const id = await plant.course({ organizationId: ours, isPublished: false });
    expect(((await send(people.admin, 'GET', `${COURSES}/${id}`)).body as CourseAnswer).course.id).toBe(id);
    expect((await send(people.super, 'GET', `${COURSES}/${id}`)).status).toBe(200);
    expect(await refused(people.otherAdmin, 'GET', `${COURSES}/${id}`)).toBe('404 course_not_found courseId');
    expect(await refused(people.member, 'GET', `${COURSES}/${id}`)).toBe('403 access_denied');
    for (const wrong of ['0', 'x', '99999999999', '-1'])
      expect(await refused(people.super, 'GET', `${COURSES}/${wrong}`)).toBe('404 course_not_found');
  });

  test('[Z7] changing keeps absent fields, publishes, and logs which fields changed', async () => {
    const { people, ours, plant, send, acts } = await started();
    const id = await plant.course({ organizationId: ours, visibility: 'organization', isPublished: false });
    const sees = async () => (await send(people.member, 'GET', `/api/courses/${id}`)).status;
    expect(await sees()).toBe(404);
    const change = { title: ' Roofs ', duration: 0, description: 'Out there', isPublished: true };
    const { body } = await send(people.admin, 'PUT', `${COURSES}/${id}`, change);
    expect((body as CourseAnswer).course).toMatchObject({
      title: 'Roofs',
      isPublished: true,
      instructorName: 'Maren Holt',
    });
    expect(await sees()).toBe(200);
    await send(people.admin, 'PUT', `${COURSES}/${id}`, change);
    expect((await acts()).map(({ action, details }) => [action, details])).toEqual([
      ['course.published', null],
      ['course.changed', { fields: ['title'] }],
    ]);
    await send(people.admin, 'PUT', `${COURSES}/${id}`, { isPublished: false });
    expect(await sees()).toBe(404);
  });

  test('[M12] an org admin changes neither owner nor visibility of a course, and no foreign course', async () => {
    const { people, ours, theirs, plant, refused, send } = await started();
    const id = await plant.course({ organizationId: ours, visibility: 'organization' });
    const foreign = await plant.course({ organizationId: theirs });
    const change = (body: unknown, at = id) => refused(people.admin, 'PUT', `${COURSES}/${at}`, body);
    expect(await change({ visibility: 'public' })).toBe('403 access_denied visibility');
    expect(await change({ organizationId: null })).toBe('403 access_denied organizationId');
    expect(await change({ organizationId: theirs })).toBe('404 organization_not_found organizationId');
    expect(await change({ organizationId: ours, visibility: 'organization', title: 'Same home' })).toBe('200');
    expect(await change({ title: 'Mine now' }, foreign)).toBe('404 course_not_found courseId');
    expect(await change({ title: '' })).toBe('400 validation_failed title');
    const moved = await send(people.super, 'PUT', `${COURSES}/${id}`, {
      organizationId: theirs,
      visibility: 'private',
    });
    expect(moved.body.course).toMatchObject({ organizationId: theirs, visibility: 'private' });
    expect(await refused(people.super, 'PUT', `${COURSES}/${id}`, { organizationId: randomUUID() })).toBe(
      '404 organization_not_found organizationId',
    );
  });

  test('[M1] refreshing returns the lessons of a course and their count, 0 without the course', async () => {
    const { people, plant, send, refused } = await started();
    const courseId = await plant.course();
    const lessonId = await plant.lesson(courseId, { title: 'One', orderIndex: 7 });
    const refresh = async (id: number) =>
      (await send(people.super, 'GET', `${COURSES}/${id}/lessons/refresh`)).body as RefreshedLessons;
    expect(await refresh(courseId)).toMatchObject({
      count: 1,
      message: `Course ${courseId} has 1 lesson.`,
      lessons: [{ id: lessonId, title: 'One', orderIndex: 7, duration: 90 }],
    });
    expect(await refresh(4)).toMatchObject(courseId === 4 ? { count: 1 } : { count: 0, lessons: [] });
    expect(await refused(people.admin, 'GET', `${COURSES}/4/lessons/refresh`)).toBe('403 access_denied');
  });

  test('[M1] cleaning up removes duplicates that nobody started, and reports how many stay and why', async () => {
    const { people, ours, theirs, plant, send, db, listed, acts } = await started();
    const clean = async () => (await send(people.super, 'POST', '/api/admin/cleanup-course-duplicates')).body;
    const at = (day: number) => ({ createdAt: new Date(2026, 0, day) });
    const oldest = await plant.course({ title: 'Roofs', ...at(1) });
    expect(await clean()).toEqual({ message: 'There are no duplicate courses.', removed: 0, kept: 0 });
    const later = await plant.course({ title: ' ROOFS ', ...at(3) });
    const begun = await plant.course({ title: 'roofs', ...at(2) });
    const owned = await plant.course({ title: 'Roofs', organizationId: ours });
    await plant.lesson(later);
    await plant.grant(later, theirs);
    await plant.assign(people.learner, begun);
    expect(await clean()).toEqual({
      message:
        '1 duplicate course removed. 1 duplicate course kept, because people have enrolled or made progress there.',
      removed: 1,
      kept: 1,
    });
    expect((await listed(people.super)).courses.map(({ id }) => id)).toEqual([owned, begun, oldest]);
    expect(await db.select().from(db.tables.courseGrants)).toMatchObject([
      { courseId: oldest, organizationId: theirs },
    ]);
    expect(await db.select().from(db.tables.lessons)).toEqual([]);
    expect((await acts())[0]).toMatchObject({ action: 'course.duplicate_removed', subject: String(later) });
    expect((await send(people.admin, 'POST', '/api/admin/cleanup-course-duplicates')).status).toBe(403);
  });

  test('[M1] a duplicate with progress stays; invitations to a removed one lead to the oldest course', async () => {
    const { people, plant, ours, send, db } = await started();
    const { courseProgress, unitProgress, courseRatings, certificates, invitations } = db.tables;
    const userId = people.learner;
    const at = (day: number) => ({ title: 'Roofs', createdAt: new Date(2026, 0, day) });
    const oldest = await plant.course(at(1));
    const made = (courseId: number) => ({
      serial: `s${courseId}`,
      userId,
      courseId,
      learnerName: 'L',
      courseTitle: 'R',
    });
    const traces = [
      (courseId: number) => db.insert(courseProgress).values({ userId, courseId }),
      async (courseId: number) =>
        db.insert(unitProgress).values({ userId, courseId, lessonId: await plant.lesson(courseId) }),
      (courseId: number) => db.insert(courseRatings).values({ userId, courseId, stars: 5 }),
      (courseId: number) => db.insert(certificates).values(made(courseId)),
    ];
    for (const leave of traces) await leave(await plant.course(at(2)));
    const free = await plant.course(at(3));
    await db.insert(invitations).values({ organizationId: ours, courseId: free, tokenHash: 'h' });
    const { body } = await send(people.super, 'POST', '/api/admin/cleanup-course-duplicates');
    expect([body.removed, body.kept]).toEqual([1, traces.length]);
    expect(await db.select().from(invitations)).toMatchObject([{ courseId: oldest }]);
  });
});

// A lesson that is being written in a published course: no reader of learners knows it until its author shows it (decision 027).
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openOutline } from '#tests/fixtures/outline.ts';
import { storeVideo } from '#tests/fixtures/store-video.ts';

onEveryEngine('a hidden lesson', (openDb) => {
  /** A course with the lesson 'Boots', and behind it the hidden 'Harness' with a video and 'Harness quiz' with a question. */
  async function started() {
    const all = await openOutline(openDb);
    const { db, rooms, plant, people, send, courseId, lay, add } = all;
    const [seen = 0] = (await lay([], [1])).lessons;
    const { lesson } = await add({ title: 'Harness', body: 'Buckle the carabiner.', isPreview: true, isHidden: true });
    const { lesson: quiz } = await add({ title: 'Harness quiz', isHidden: true });
    expect([lesson, quiz]).toMatchObject(Array(2).fill({ isHidden: true, isPlaceSeen: true, isVisible: false }));
    const question = await plant.question(quiz.id, [true, false]);
    const video = await storeVideo({ rooms, plant }, new Uint8Array(10));
    await db.update(db.tables.lessons).set({ assetId: video }).where(eq(db.tables.lessons.id, lesson.id));
    const { courseProgress, certificates } = db.tables;
    const row = async () => {
      const mine = and(eq(courseProgress.userId, people.learner), eq(courseProgress.courseId, courseId));
      const [found] = await db.select().from(courseProgress).where(mine);
      return found;
    };
    const proofs = async () => (await db.select().from(certificates)).length;
    const ofLearner = async (path: string) => send(people.learner, 'GET', path);
    return { ...all, seen, hidden: lesson.id, quiz: quiz.id, question, video, row, proofs, ofLearner };
  }

  const titles = (lessons: { title: string }[]) => lessons.map(({ title }) => title);

  test('[U7, C2] is in no list, count, search, address or figure, and its authors have all of it', async () => {
    const { rooms, people, send, author, courseAt, courseId, hidden, quiz, video, ofLearner, outline } =
      await started();
    await rooms.post(people.member, `/api/courses/${courseId}/enroll`);
    const figures = async () => {
      const [course, publicly, list, found] = await Promise.all([
        ofLearner(`/api/courses/${courseId}`),
        send(null, 'GET', `/api/public/courses/${courseId}/lessons`),
        ofLearner(`/api/courses/${courseId}/lessons`),
        ofLearner('/api/search?q=carabiner'),
      ]);
      const ofPerson = await send(author, 'GET', `/api/admin/people/${people.member}/courses/${courseId}`);
      const dropOff = await send(author, 'GET', `${courseAt}/analytics`);
      return {
        count: (course.body.course ?? course.body).lessonCount,
        lists: [publicly, list, ofPerson, dropOff].map(({ body }) => titles(body.lessons)),
        found: titles(found.body.lessons),
      };
    };
    const addresses = [`/api/lessons/${hidden}`, `/api/lessons/${quiz}/quiz`, `/media/${video}`];
    const statuses = async (who: string | null) =>
      Promise.all(addresses.map(async (path) => (await send(who, 'GET', path)).status));
    expect(await figures()).toEqual({ count: 1, lists: Array(4).fill(['L1']), found: [] });
    expect(await statuses(people.learner)).toEqual([404, 404, 404]);
    expect((await send(null, 'GET', `/api/public/lessons/${hidden}`)).status, 'a preview waits too').toBe(404);
    expect(titles((await outline()).lessons)).toEqual(['L1', 'Harness', 'Harness quiz']);
    expect((await send(author, 'GET', `/media/${video}`)).status).toBe(200);
    expect((await send(author, 'GET', `/api/admin/lessons/${quiz}/quiz`)).status).toBe(200);

    for (const id of [hidden, quiz]) await send(author, 'PUT', `/api/admin/lessons/${id}`, { isHidden: false });
    const all = ['L1', 'Harness', 'Harness quiz'];
    expect(await figures()).toEqual({ count: 3, lists: Array(4).fill(all), found: ['Harness'] });
    expect(await statuses(people.learner)).toEqual([200, 200, 200]);
  });

  test('[U7, Y17c] counts for nobody, and work in it waits on its device until it is shown', async () => {
    const { rooms, people, courseId, seen, hidden, quiz, question, change, row, proofs, ofLearner } = await started();
    const chosen = { answers: { [question.id]: String(question.answers[0]) } };
    const operations = [
      { opId: randomUUID(), kind: 'unit', body: { lessonId: hidden, status: 'completed' } },
      { opId: randomUUID(), kind: 'quiz', lessonId: quiz, body: chosen },
    ];
    const send = async () =>
      (await rooms.post(people.learner, '/api/sync', { operations })).body.results as {
        status: number;
        body: { code?: string };
      }[];
    const refused = { status: 404, body: { code: 'lesson_not_found' } };
    expect(await send(), 'as for a deleted lesson: the device keeps it').toMatchObject([refused, refused]);
    expect(await rooms.post(people.learner, `/api/lessons/${quiz}/quiz/submit`, chosen)).toMatchObject(refused);
    await rooms.post(people.learner, '/api/progress/unit', { lessonId: seen, status: 'completed' });
    const before = await row();
    expect(before).toMatchObject({ percent: 100, totalPoints: 10, status: 'completed' });
    expect(await proofs(), 'the rest of the course completes it').toBe(1);

    await change(hidden, { isHidden: false });
    const kept = { status: 'completed', completedAt: before?.completedAt };
    expect(await row()).toMatchObject({ percent: 50, totalPoints: 20, ...kept });
    await change(quiz, { isHidden: false });
    expect(await row()).toMatchObject({ percent: 33, totalPoints: 30, ...kept });
    expect((await ofLearner(`/api/courses/${courseId}`)).body).toMatchObject({ percentComplete: 33 });
    expect(
      (await send()).map(({ status }) => status),
      'sent again with the same ids',
    ).toEqual([200, 200]);
    expect(await row()).toMatchObject({ percent: 100, totalPoints: 30, ...kept });
    expect(await proofs()).toBe(1);
    expect(rooms.complaints).toEqual([]);
  });

  test('[U7, Z11] leaves no gap in the numbers of lessons, on the page of a person and in the drop-off as for learners', async () => {
    const { people, courseId, seen, send, author, add, rooms } = await started();
    const { lesson: last } = await add({ title: 'Ropes' });
    await rooms.post(people.learner, '/api/progress/unit', { lessonId: seen, status: 'completed' });
    const numbersOf = async (who: string, path: string) =>
      (await send(who, 'GET', path)).body.lessons.map((one: { orderIndex: number }) => one.orderIndex);
    const learned = await numbersOf(people.learner, `/api/courses/${courseId}/lessons`);
    expect(learned).toEqual([1, 2]);
    expect(await numbersOf(author, `/api/admin/courses/${courseId}/analytics`)).toEqual(learned);
    expect(await numbersOf(people.super, `/api/admin/people/${people.learner}/courses/${courseId}`)).toEqual(learned);
    await rooms.post(people.learner, '/api/progress/unit', { lessonId: last.id, status: 'completed' });
    const { lessons } = (await send(people.super, 'GET', `/api/admin/courses/${courseId}/analytics`)).body;
    expect(lessons).toMatchObject([{ reached: 1 }, { reached: 1 }]);
  });

  test('[U7] stays hidden when it is written, moved and ordered; shown once, it is not hidden again', async () => {
    const { add, change, reorder, addModule, changeModule, outline, ...rest } = await started();
    const { refused, send, author, acts, courseId, hidden, quiz, seen } = rest;
    const { modules } = await addModule({ title: 'Climbing', size: 2 });
    await change(hidden, { title: 'Harness on', body: 'Buckle it twice.', moduleId: modules[0]?.id });
    const places = (await outline()).lessons.map(({ id, orderIndex }) => ({ lessonId: id, orderIndex }));
    const [first, second] = places.filter(({ lessonId }) => lessonId !== hidden);
    await reorder(
      places.map(({ lessonId, orderIndex }) => {
        if (lessonId === first?.lessonId) return { lessonId, orderIndex: second?.orderIndex };
        if (lessonId === second?.lessonId) return { lessonId, orderIndex: first?.orderIndex };
        return { lessonId, orderIndex };
      }),
    );
    expect((await outline()).lessons.map(({ id, isHidden }) => [id, isHidden])).toEqual(
      expect.arrayContaining([
        [seen, false],
        [hidden, true],
        [quiz, true],
      ]),
    );
    expect((await change(hidden, { isHidden: true })).lesson.rev, 'it is hidden already').toBe(1);
    expect((await change(hidden, { isHidden: false, points: 5 })).lesson).toMatchObject({ isVisible: true, rev: 2 });
    expect((await change(hidden, { isHidden: false })).lesson.rev).toBe(2);
    expect((await acts()).slice(0, 2).map(({ action, details }) => [action, details])).toMatchObject([
      ['lesson.shown', { title: 'Harness on' }],
      ['lesson.changed', { title: 'Harness on', fields: ['points'] }],
    ]);
    for (const id of [hidden, seen])
      expect(await refused(author, 'PUT', `/api/admin/lessons/${id}`, { isHidden: true })).toBe(
        '422 lesson_shown isHidden',
      );
    const { id: module = 0 } = modules[0] ?? {};
    await changeModule(module, { isEnabled: false });
    const inModule = { isHidden: true, moduleId: module };
    expect((await add({ title: 'Ladder', ...inModule })).lesson, 'its place is unseen too').toMatchObject({
      isPlaceSeen: false,
      isVisible: false,
    });
    expect((await add({ title: 'As ever' })).lesson).toMatchObject({ isHidden: false, isVisible: true });
    const { lesson: empty } = await add({ title: 'Empty quiz', isHidden: true });
    const shown = await send(author, 'PUT', `/api/admin/lessons/${empty.id}`, { isHidden: false });
    expect([shown.status, shown.body]).toMatchObject([
      422,
      {
        ...{ code: 'quiz_without_questions', field: 'isHidden' },
        message:
          'The quiz "Empty quiz" has no questions, so no one could complete the course. Add questions, then show it.',
      },
    ]);
    expect((await outline()).lessons.find(({ id }) => id === empty.id)).toMatchObject({ isHidden: true, rev: 0 });
    const { lesson: plain } = await add({ title: 'Knots' });
    const renamed = await send(author, 'PUT', `/api/admin/lessons/${plain.id}`, { title: 'Quiz: Knots' });
    expect([renamed.status, renamed.body.code], 'nobody could complete it').toEqual([422, 'quiz_without_questions']);
    const courseOf = `/api/admin/courses/${courseId}`;
    await send(author, 'PUT', courseOf, { isPublished: false });
    expect((await change(empty.id, { isHidden: false })).lesson).toMatchObject({ isVisible: true });
  });
});

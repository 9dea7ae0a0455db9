// Lessons as their authors list, add, change and delete them.

import { expect, test } from 'vitest';
import type { Outline } from '#sync/contract/authoring.ts';
import { openAdministration } from '#tests/fixtures/administration.ts';
import type { LessonAnswer } from '#tests/fixtures/answers.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('the lessons of a course', (openDb) => {
  async function started() {
    const all = await openAdministration(openDb);
    const courseId = await all.plant.course({ organizationId: all.ours });
    const lessonsOf = `/api/admin/courses/${courseId}/lessons`;
    const author = all.people.admin;
    const outline = async () => (await all.send(author, 'GET', lessonsOf)).body as Outline;
    const places = async () => (await outline()).lessons.map(({ title, orderIndex }) => `${orderIndex} ${title}`);
    const add = async (body: unknown) => {
      const answer = await all.send(author, 'POST', lessonsOf, body);
      expect(answer.status).toBe(201);
      return answer.body as LessonAnswer;
    };
    const change = async (id: number, body: unknown) => {
      const answer = await all.send(author, 'PUT', `/api/admin/lessons/${id}`, body);
      expect([answer.status, answer.body.code]).toEqual([200, undefined]);
      return answer.body as LessonAnswer;
    };
    const remove = (id: number) => all.send(author, 'DELETE', `/api/admin/lessons/${id}`);
    return { ...all, courseId, lessonsOf, author, outline, places, add, change, remove };
  }

  test('[U4] an author sees hidden lessons and those of a module that is off, and no deleted one', async () => {
    const { plant, outline, courseId, db } = await started();
    await db.update(db.tables.courses).set({ windowFrom: 2, windowTo: 8 });
    await plant.module(courseId, { title: 'Off', startLessonIndex: 4, endLessonIndex: 6, isEnabled: false });
    const video = await plant.asset({ fileName: 'roof.mp4', isPlayable: false });
    await plant.lesson(courseId, { title: 'Before', orderIndex: 1 });
    await plant.lesson(courseId, { title: 'Seen', orderIndex: 2, assetId: video });
    await plant.lesson(courseId, { title: 'Off', orderIndex: 5 });
    await plant.lesson(courseId, { title: 'Gone', orderIndex: 7, retiredAt: new Date() });
    const { lessons, modules, outlineRev, course } = await outline();
    expect(lessons.map(({ title, isVisible }) => [title, isVisible])).toEqual([
      ['Before', false],
      ['Seen', true],
      ['Off', false],
    ]);
    expect(lessons[1]).toMatchObject({ videoName: 'roof.mp4', videoType: 'video/mp4', isPlayable: false, rev: 0 });
    expect(modules).toMatchObject([{ title: 'Off', isEnabled: false, startLessonIndex: 4, endLessonIndex: 6 }]);
    expect([outlineRev, course.id, course.lessonCount]).toEqual([0, courseId, 1]);
  });

  test('[U7] a lesson in which people have worked keeps its kind; a quiz may be called an exam', async () => {
    const { plant, rooms, people, add, change, refused, author, courseId, db } = await started();
    const at = (id: number) => `/api/admin/lessons/${id}`;
    const exam = (await add({ title: 'Final exam' })).lesson.id;
    const text = (await add({ title: 'Ladders', body: 'Climb.' })).lesson.id;
    await change(exam, { title: 'Final review' });
    const question = await plant.question(exam, [true, false]);
    await change(exam, { title: 'Final exam' });
    await db.update(db.tables.courses).set({ visibility: 'public', isPublished: true });
    await rooms.post(people.learner, '/api/progress/unit', { lessonId: text, status: 'in_progress' });
    const answers = { answers: { [question.id]: String(question.answers[1]) } };
    expect((await rooms.post(people.learner, `/api/lessons/${exam}/quiz/submit`, answers)).status).toBe(200);
    for (const [id, title] of [
      [exam, 'Final review'],
      [text, 'Ladder quiz'],
      [text, 'Capstone: ladders'],
    ] as const)
      expect(await refused(author, 'PUT', at(id), { title }), title).toBe('422 lesson_kind_fixed title');
    await change(exam, { title: 'Final quiz', description: 'All of it' });
    await change(text, { title: 'Ladders, again' });
    const film = await plant.lesson(courseId, { title: 'Film', orderIndex: 9, assetId: await plant.asset() });
    await rooms.post(people.learner, '/api/progress/unit', { lessonId: film, status: 'in_progress' });
    await change(film, { title: 'Film and quiz' });
    for (const [id, kind] of [
      [exam, 'text'],
      [text, 'capstone'],
      [film, 'exam'],
    ] as const)
      expect(await refused(author, 'PUT', at(id), { kind }), kind).toBe('422 lesson_kind_fixed kind');
    await change(exam, { kind: 'quiz', title: 'Prueba final' });
    await change(text, { kind: 'document', title: 'Ladder quiz' });
  });

  test('[U7, S3] a chosen kind decides until it is taken back: what learners get, and whether a pass is asked for', async () => {
    const { plant, rooms, people, add, change, refused, author, courseId, db } = await started();
    const { lesson } = await add({ title: 'Prueba final', kind: 'exam' });
    expect([lesson.kind, lesson.questionCount]).toEqual(['exam', 0]);
    expect(await refused(author, 'PUT', `/api/admin/lessons/${lesson.id}`, { kind: 'essay' })).toMatch(/^400 /);
    const film = await plant.lesson(courseId, { title: 'Film', orderIndex: 9, assetId: await plant.asset() });
    expect((await change(film, { kind: 'text', duration: 120 })).lesson).toMatchObject({
      ...{ kind: 'text', videoUrl: null, videoBytes: null, duration: 120 },
    });
    await db.update(db.tables.courses).set({ visibility: 'public', isPublished: true });
    expect(await refused(author, 'PUT', `/api/admin/lessons/${film}`, { kind: 'quiz' })).toBe(
      '422 quiz_without_questions isHidden',
    );
    const { body } = await rooms.ask(people.learner, `/api/lessons/${lesson.id}`);
    expect(body).toMatchObject({ kind: 'exam', questionCount: 0 });
    const tapped = await rooms.post(people.learner, '/api/progress/unit', { lessonId: lesson.id, status: 'completed' });
    expect(tapped.body.code).toBe('quiz_not_passed');
    const back = (await change(film, { kind: null })).lesson;
    expect([back.kind, back.videoUrl === null]).toEqual([undefined, false]);
  });

  test('[U7] [U5] a new lesson gets the next index, or the end of the module it is added to', async () => {
    const { plant, add, places, outline, courseId } = await started();
    expect(await add({ title: ' First ', description: ' Of all ' })).toMatchObject({
      lesson: { title: 'First', description: 'Of all', orderIndex: 1, points: 10, isPreview: false, isVisible: true },
      outlineRev: 1,
    });
    await plant.module(courseId, { startLessonIndex: 1, endLessonIndex: 2 });
    await plant.module(courseId, { startLessonIndex: 3, endLessonIndex: 4 });
    const [first, second] = (await outline()).modules;
    await add({ title: 'Second', body: '# Roofs', points: 0, isPreview: true, duration: 120 });
    await add({ title: 'Other', moduleId: null });
    await add({ title: 'In the second', moduleId: second?.id });
    expect(await places()).toEqual(['1 First', '2 Second', '3 In the second', '5 Other']);
    const grown = await add({ title: 'In the full first', moduleId: first?.id });
    expect(grown).toMatchObject({ lesson: { orderIndex: 3 }, outlineRev: 5 });
    expect(await places()).toEqual(['1 First', '2 Second', '3 In the full first', '4 In the second', '6 Other']);
    expect((await outline()).modules).toMatchObject([
      { startLessonIndex: 1, endLessonIndex: 3 },
      { startLessonIndex: 4, endLessonIndex: 5 },
    ]);
  });

  test('[Z9] the window of a course moves with the modules that it shows', async () => {
    const { plant, add, outline, courseId, db } = await started();
    await db.update(db.tables.courses).set({ windowFrom: 2, windowTo: 3 });
    for (const [startLessonIndex, endLessonIndex] of [
      [1, 1],
      [2, 3],
    ] as const)
      await plant.module(courseId, { startLessonIndex, endLessonIndex });
    for (const orderIndex of [1, 2, 3, 4]) await plant.lesson(courseId, { orderIndex });
    const [hidden, shown] = (await outline()).modules;
    const visible = async () =>
      (await outline()).lessons.map(({ isVisible }) => (isVisible ? 'seen' : 'hidden')).join(' ');
    expect(await visible()).toBe('hidden seen seen hidden');
    await add({ title: 'Hidden with its module', moduleId: hidden?.id });
    expect(await visible()).toBe('hidden hidden seen seen hidden');
    await add({ title: 'Seen with its module', moduleId: shown?.id });
    expect(await visible()).toBe('hidden hidden seen seen seen hidden');
  });

  test.each([
    ['title', { title: '  ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['title', {}],
    ['description', { title: 'A', description: 7 }],
    ['points', { title: 'A', points: 1001 }],
    ['points', { title: 'A', points: 1.5 }],
    ['duration', { title: 'A', duration: -1 }],
    ['body', { title: 'A', body: 'x'.repeat(200_001) }],
    ['moduleId', { title: 'A', moduleId: 'one' }],
  ])('[U7] a wrong %s is refused by its name', async (field, wrong) => {
    const { refused, author, lessonsOf, outline } = await started();
    expect(await refused(author, 'POST', lessonsOf, wrong)).toBe(`400 validation_failed ${field}`);
    expect((await outline()).lessons).toEqual([]);
  });

  test('[U6] a change keeps absent fields and logs which fields changed; repeating it changes nothing', async () => {
    const { add, change, acts } = await started();
    const { lesson } = await add({ title: 'Roof', description: 'Tiles', body: 'Text' });
    const changed = await change(lesson.id, { title: ' Roofs ', points: 25, isPreview: true, duration: 60 });
    expect(changed).toMatchObject({
      lesson: { title: 'Roofs', description: 'Tiles', body: 'Text', points: 25, isPreview: true, duration: 60, rev: 1 },
      outlineRev: 1,
    });
    expect((await change(lesson.id, { title: 'Roofs' })).lesson.rev).toBe(1);
    expect((await acts()).map(({ action, subject, details }) => [action, subject, details])).toMatchObject([
      [
        'lesson.changed',
        String(lesson.id),
        { title: 'Roofs', fields: ['title', 'isPreview', 'points', 'durationSeconds'] },
      ],
      ['lesson.created', String(lesson.id), { title: 'Roof' }],
    ]);
  });

  test('[U6] an outdated change is refused with the present lesson', async () => {
    const { add, change, send, author } = await started();
    const { lesson } = await add({ title: 'Roof' });
    await change(lesson.id, { title: 'Roofs', seenRev: 0 });
    const late = await send(author, 'PUT', `/api/admin/lessons/${lesson.id}`, { title: 'Ruf', seenRev: 0 });
    expect([late.status, late.body.code, late.body.lesson]).toMatchObject([
      409,
      'lesson_changed',
      { title: 'Roofs', rev: 1 },
    ]);
    expect((await change(lesson.id, { title: 'Ruf', seenRev: 1 })).lesson.title).toBe('Ruf');
  });

  test('[U6] the length of a video is the video’s, whatever the author sends', async () => {
    const { plant, change, courseId } = await started();
    const video = await plant.asset({ durationSeconds: 90.4 });
    const lesson = await plant.lesson(courseId, { assetId: video, durationSeconds: 90 });
    expect((await change(lesson, { duration: 600, title: 'Video' })).lesson).toMatchObject({
      duration: 90,
      title: 'Video',
    });
    const text = await plant.lesson(courseId, { durationSeconds: 90 });
    expect((await change(text, { duration: 600 })).lesson.duration).toBe(600);
  });

  test('[Z9] a lesson moves to the end of another module, or out of all of them', async () => {
    const { plant, change, outline, places, refused, author, courseId } = await started();
    await plant.module(courseId, { startLessonIndex: 1, endLessonIndex: 2 });
    await plant.module(courseId, { startLessonIndex: 3, endLessonIndex: 4 });
    const ids: number[] = [];
    for (const orderIndex of [1, 2, 3, 4, 5])
      ids.push(await plant.lesson(courseId, { orderIndex, title: `L${orderIndex}` }));
    const [a = 0, , , , e = 0] = ids;
    const [first, second] = (await outline()).modules;
    expect(await change(a, { moduleId: second?.id })).toMatchObject({
      lesson: { orderIndex: 5, rev: 1 },
      outlineRev: 1,
    });
    expect(await places()).toEqual(['1 L2', '3 L3', '4 L4', '5 L1', '6 L5']);
    await change(e, { moduleId: first?.id });
    expect(await places()).toEqual(['1 L2', '2 L5', '3 L3', '4 L4', '5 L1']);
    await change(a, { moduleId: null });
    await change(a, { moduleId: null });
    expect(await places()).toEqual(['1 L2', '2 L5', '3 L3', '4 L4', '6 L1']);
    expect((await outline()).outlineRev).toBe(3);
    const elsewhere = await plant.course();
    await plant.module(elsewhere, { startLessonIndex: 1, endLessonIndex: 2 });
    expect(await refused(author, 'PUT', `/api/admin/lessons/${a}`, { moduleId: 99_999 })).toBe(
      '404 module_not_found moduleId',
    );
  });

  test('[X1] only those who may edit the course find its lessons', async () => {
    const { people, add, lessonsOf, refused } = await started();
    const { lesson } = await add({ title: 'Ours' });
    const one = `/api/admin/lessons/${lesson.id}`;
    expect(await refused(people.otherAdmin, 'GET', lessonsOf)).toBe('404 course_not_found courseId');
    expect(await refused(people.otherAdmin, 'POST', lessonsOf, { title: 'A' })).toBe('404 course_not_found courseId');
    expect(await refused(people.otherAdmin, 'PUT', one, { title: 'A' })).toBe('404 lesson_not_found');
    expect(await refused(people.otherAdmin, 'DELETE', one)).toBe('404 lesson_not_found');
    expect(await refused(people.member, 'PUT', one, { title: 'A' })).toBe('403 access_denied');
    expect(await refused(people.super, 'PUT', one, { title: 'A' })).toBe('200');
    for (const wrong of ['0', 'x', '99999999999'])
      expect(await refused(people.super, 'DELETE', `/api/admin/lessons/${wrong}`)).toBe('404 lesson_not_found');
  });
});

// Two admins at one course or organization: the later one is told and decides; and what publishing demands.
import { expect, test } from 'vitest';
import { openAdministration } from '#tests/fixtures/administration.ts';
import { onEveryEngine } from '#tests/fixtures/db.ts';

onEveryEngine('two admins', (openDb) => {
  test('[M10] the later of two edits of a course is refused with the course as it is, and saves over it then', async () => {
    const { people, plant, send } = await openAdministration(openDb);
    const at = `/api/admin/courses/${await plant.course({ title: 'Roofs' })}`;
    const { course } = (await send(people.super, 'GET', at)).body;
    const first = await send(people.super, 'PUT', at, { title: 'Flat roofs', seenRev: course.rev });
    expect([first.status, first.body.course.rev]).toEqual([200, course.rev + 1]);
    const late = await send(people.super, 'PUT', at, { title: 'Roofs', price: 4900, seenRev: course.rev });
    expect([late.status, late.body.code]).toEqual([409, 'course_changed']);
    expect(late.body.course).toMatchObject({ title: 'Flat roofs', price: 0, rev: course.rev + 1 });
    const mine = { price: 4900, seenRev: late.body.course.rev };
    expect((await send(people.super, 'PUT', at, mine)).body.course).toMatchObject({ title: 'Flat roofs', price: 4900 });
    expect((await send(people.super, 'PUT', at, { level: 'advanced' })).status).toBe(200);
  });

  test('[M10] of two edits at once with the same revision one is refused', async () => {
    const { people, plant, send } = await openAdministration(openDb);
    const at = `/api/admin/courses/${await plant.course()}`;
    const titles = ['One', 'Two', 'Three'];
    const all = await Promise.all(titles.map((title) => send(people.super, 'PUT', at, { title, seenRev: 0 })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('[M6] the later of two edits of an organization is refused with the organization as it is', async () => {
    const { people, ours, send } = await openAdministration(openDb);
    const at = `/api/enterprise/admin/organizations/${ours}`;
    const first = await send(people.super, 'PUT', at, { name: 'Demo Surveys', seenRev: 0 });
    expect([first.status, first.body.organization.rev]).toEqual([200, 1]);
    const late = await send(people.super, 'PUT', at, { name: 'Demo Inspect', seenRev: 0 });
    expect([late.status, late.body.code]).toEqual([409, 'organization_changed']);
    expect(late.body.organization).toMatchObject({ name: 'Demo Surveys', rev: 1 });
    const off = await send(people.super, 'PUT', at, { isActive: false });
    expect(off.body.organization).toMatchObject({ name: 'Demo Surveys', isActive: false, rev: 2 });
  });

  test('[Z10] a course whose quiz has no questions is not published, and the sentence names the quiz', async () => {
    const { people, plant, send } = await openAdministration(openDb);
    const id = await plant.course({ isPublished: false });
    const at = `/api/admin/courses/${id}`;
    const quiz = await plant.lesson(id, { title: 'Quiz: Ladders', orderIndex: 2 });
    const exam = await plant.lesson(id, { title: 'Final exam', orderIndex: 3 });
    await plant.lesson(id, { title: 'Old quiz', orderIndex: 4, retiredAt: new Date() });
    await plant.module(id, { startLessonIndex: 5, endLessonIndex: 5, isEnabled: false });
    await plant.lesson(id, { title: 'Hidden quiz', orderIndex: 5 });
    const publish = async () => {
      const { status, body } = await send(people.super, 'PUT', at, { isPublished: true });
      return [status, body.code, body.field, body.message];
    };
    expect(await publish()).toEqual([
      422,
      'quiz_without_questions',
      'isPublished',
      'The quizzes "Quiz: Ladders" and "Final exam" have no questions, so no one could complete the course. Add questions, then publish it.',
    ]);
    await plant.question(quiz, [true, false]);
    expect((await publish())[3]).toBe(
      'The quiz "Final exam" has no questions, so no one could complete the course. Add questions, then publish it.',
    );
    await plant.question(exam, [true, false]);
    expect((await publish())[0]).toBe(200);
  });
});

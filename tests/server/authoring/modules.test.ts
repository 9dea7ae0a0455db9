// Modules as their authors add, rename, switch off, re-range and delete them (beyond the specification).
import { expect, test } from 'vitest';
import { onEveryEngine } from '#tests/fixtures/db.ts';
import { openOutline } from '#tests/fixtures/outline.ts';

onEveryEngine('modules', (openDb) => {
  test('[Z9] a new module is behind the last one, and lessons outside every module are behind it', async () => {
    const { lay, addModule, placesIn, rangesIn, acts } = await openOutline(openDb);
    await lay([], [1, 2, 3]);
    const first = await addModule({ title: ' Roofs ', size: 2 });
    expect(first.modules).toMatchObject([{ title: 'Roofs', description: '', isEnabled: true, orderIndex: 1 }]);
    expect([rangesIn(first), placesIn(first)]).toEqual([['1-2'], ['3 L1', '4 L2', '5 L3']]);
    const second = await addModule({ title: 'Walls' });
    expect([rangesIn(second), placesIn(second)]).toEqual([
      ['1-2', '3-7'],
      ['8 L1', '9 L2', '10 L3'],
    ]);
    expect(second.outlineRev).toBe(2);
    expect((await acts()).map(({ action, details }) => [action, details])).toMatchObject([
      ['module.created', { title: 'Walls' }],
      ['module.created', { title: 'Roofs' }],
    ]);
  });

  test('[Z9] renaming moves nothing; repeating it changes nothing; an outdated change is refused', async () => {
    const { lay, changeModule, placesIn, refused, author } = await openOutline(openDb);
    const {
      modules: [id = 0],
    } = await lay([[1, 2]], [1, 2, 9]);
    const renamed = await changeModule(id, { title: 'Walls', description: 'Inside', seenRev: 0 });
    expect(renamed.modules).toMatchObject([{ title: 'Walls', description: 'Inside' }]);
    expect([renamed.outlineRev, placesIn(renamed)]).toEqual([1, ['1 L1', '2 L2', '9 L9']]);
    expect((await changeModule(id, { title: 'Walls' })).outlineRev).toBe(1);
    const at = `/api/admin/modules/${id}`;
    expect(await refused(author, 'PUT', at, { title: 'Roofs', seenRev: 0 })).toBe('409 outline_changed seenRev');
    expect(await refused(author, 'PUT', at, { title: ' ' })).toBe('400 validation_failed title');
  });

  test('[Z9] learners read numbers without a gap, whatever room modules have, are empty or off', async () => {
    const { addModule, add, changeModule, people, send, author, courseId, placesIn, outline } =
      await openOutline(openDb);
    const modules = [];
    for (const title of ['One', 'Two']) modules.push((await addModule({ title })).modules.at(-1)?.id ?? 0);
    for (const [at, moduleId] of modules.entries())
      for (const n of [1, 2, 3]) await add({ title: `L${3 * at + n}`, moduleId });
    expect(placesIn(await outline())).toEqual(['1 L1', '2 L2', '3 L3', '6 L4', '7 L5', '8 L6']);
    const lists = [
      [people.learner, `/api/courses/${courseId}/lessons`],
      [author, `/api/admin/courses/${courseId}/analytics`],
      [people.super, `/api/admin/people/${people.learner}/courses/${courseId}`],
    ] as const;
    await send(people.learner, 'POST', `/api/courses/${courseId}/enroll`);
    const numbers = async () => {
      const all = [];
      for (const [who, path] of lists) {
        const { lessons } = (await send(who, 'GET', path)).body;
        all.push(lessons.map((one: { title: string; orderIndex: number }) => `${one.orderIndex} ${one.title}`));
      }
      const { lessons } = (await send(people.learner, 'GET', `/api/courses/${courseId}/lessons`)).body;
      const alone = [];
      for (const { id } of lessons) {
        const { body } = await send(people.learner, 'GET', `/api/lessons/${id}`);
        alone.push(`${(body.lesson ?? body).orderIndex} ${(body.lesson ?? body).title}`);
      }
      return [...all, alone];
    };
    const six = ['1 L1', '2 L2', '3 L3', '4 L4', '5 L5', '6 L6'];
    expect(await numbers()).toEqual([six, six, six, six]);
    await changeModule(modules[0] ?? 0, { isEnabled: false });
    const three = ['1 L4', '2 L5', '3 L6'];
    expect(await numbers()).toEqual([three, three, three, three]);
  });

  test('[Z9] a module is put at another place with its lessons, and the others keep their order', async () => {
    const { lay, changeModule, placesIn, rangesIn, acts, refused, author } = await openOutline(openDb);
    const {
      modules: [one = 0, , three = 0],
    } = await lay(
      [
        [1, 2],
        [4, 6],
        [7, 7],
      ],
      [1, 4, 5, 7, 9],
    );
    const first = await changeModule(three, { place: 1, seenRev: 0 });
    expect([rangesIn(first), placesIn(first)]).toEqual([
      ['1-1', '2-3', '4-6'],
      ['1 L7', '2 L1', '4 L4', '5 L5', '9 L9'],
    ]);
    expect((await changeModule(three, { place: 1 })).outlineRev, 'it is there').toBe(first.outlineRev);
    const last = await changeModule(one, { place: 99, title: 'Last' });
    expect(placesIn(last)).toEqual(['1 L7', '2 L4', '3 L5', '5 L1', '9 L9']);
    expect((await acts())[0]?.details).toMatchObject({ fields: ['title', 'place'] });
    expect(await refused(author, 'PUT', `/api/admin/modules/${one}`, { place: 0 })).toBe('400 validation_failed place');
  });

  test('[Z9] the lessons of a module that is switched off are nowhere for a learner, until it is on again', async () => {
    const { lay, changeModule, send, people, courseId } = await openOutline(openDb);
    const {
      modules: [id = 0],
    } = await lay([[1, 2]], [1, 2, 3]);
    const seen = async () => {
      const { body } = await send(people.learner, 'GET', `/api/courses/${courseId}/lessons`);
      return body.lessons.map(({ title }: { title: string }) => title);
    };
    const off = await changeModule(id, { isEnabled: false });
    expect(off.lessons.map(({ isVisible }) => isVisible)).toEqual([false, false, true]);
    expect(await seen()).toEqual(['L3']);
    await changeModule(id, { isEnabled: true });
    expect(await seen()).toEqual(['L1', 'L2', 'L3']);
  });

  test('[Z9] a range moves with its lessons, and never over another one', async () => {
    const { lay, changeModule, outline, placesIn, rangesIn, refused, author } = await openOutline(openDb);
    const {
      modules: [first = 0, second = 0],
    } = await lay(
      [
        [1, 2],
        [5, 8],
      ],
      [1, 2, 5, 6, 9],
    );
    const grown = await changeModule(first, { endLessonIndex: 4 });
    expect([rangesIn(grown), placesIn(grown)]).toEqual([
      ['1-4', '5-8'],
      ['1 L1', '2 L2', '5 L5', '6 L6', '9 L9'],
    ]);
    const jumped = await changeModule(first, { startLessonIndex: 11, endLessonIndex: 12 });
    expect([rangesIn(jumped), placesIn(jumped)]).toEqual([
      ['5-8', '11-12'],
      ['5 L5', '6 L6', '11 L1', '12 L2', '13 L9'],
    ]);
    const ask = (id: number, body: unknown) => refused(author, 'PUT', `/api/admin/modules/${id}`, body);
    expect(await ask(second, { endLessonIndex: 11 })).toBe('422 module_range_taken endLessonIndex');
    expect(await ask(second, { startLessonIndex: 12, endLessonIndex: 20 })).toBe(
      '422 module_range_taken startLessonIndex',
    );
    expect(await ask(second, { startLessonIndex: 1, endLessonIndex: 30 })).toBe(
      '422 module_range_taken endLessonIndex',
    );
    expect(await ask(second, { endLessonIndex: 5 })).toBe('400 validation_failed endLessonIndex');
    expect(await ask(second, { startLessonIndex: 9 })).toBe('400 validation_failed startLessonIndex');
    expect(await ask(second, { startLessonIndex: 0 })).toBe('400 validation_failed startLessonIndex');
    expect(await outline()).toEqual(jumped);
  });

  test('[Z9] deleting a module keeps its lessons, visible behind the remaining modules', async () => {
    const { lay, removeModule, placesIn, rangesIn, refused, db, author } = await openOutline(openDb);
    const {
      modules: [, second = 0],
    } = await lay(
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
      [1, 3, 4, 5, 7],
    );
    await db.update(db.tables.courses).set({ windowFrom: 2, windowTo: 6 });
    const { lessons, ...left } = await removeModule(second);
    expect([rangesIn({ ...left, lessons }), placesIn({ ...left, lessons })]).toEqual([
      ['1-2', '5-6'],
      ['1 L1', '5 L5', '7 L3', '8 L4', '9 L7'],
    ]);
    expect(lessons.map(({ isVisible }) => isVisible)).toEqual([false, true, true, true, false]);
    expect(left.outlineRev).toBe(1);
    expect(await refused(author, 'DELETE', `/api/admin/modules/${second}`)).toBe('404 module_not_found');
  });

  test('[Z9] a window that ends with the last module ends with a new one too', async () => {
    const { lay, addModule, add, outline, db } = await openOutline(openDb);
    await lay(
      [
        [1, 2],
        [3, 4],
      ],
      [1, 3, 5],
    );
    await db.update(db.tables.courses).set({ windowFrom: 3, windowTo: 4 });
    const { modules } = await addModule({ title: 'New', size: 2 });
    await add({ title: 'In the new', moduleId: modules[2]?.id });
    expect((await outline()).lessons.map(({ title, isVisible }) => `${title} ${isVisible}`)).toEqual([
      'L1 false',
      'L3 true',
      'In the new true',
      'L5 false',
    ]);
  });

  test('[Z9] visible lessons stay visible, wherever their module moves', async () => {
    const { lay, changeModule, outline, db } = await openOutline(openDb);
    const {
      modules: [first = 0],
    } = await lay(
      [
        [1, 2],
        [3, 4],
      ],
      [1, 2, 3, 4, 5],
    );
    const { courses } = db.tables;
    await db.update(courses).set({ windowFrom: 1, windowTo: 4 });
    await changeModule(first, { startLessonIndex: 7, endLessonIndex: 9 });
    const visible = async () =>
      (await outline()).lessons.filter(({ isVisible }) => isVisible).map(({ title }) => title);
    expect(await visible()).toEqual(['L3', 'L4', 'L1', 'L2']);
    await changeModule(first, { startLessonIndex: 1, endLessonIndex: 2 });
    expect(await visible()).toEqual(['L1', 'L2', 'L3', 'L4']);
    await db.update(courses).set({ windowFrom: 1, windowTo: 2 });
    await changeModule(first, { startLessonIndex: 11, endLessonIndex: 14 });
    expect(await visible()).toEqual(['L1', 'L2']);
    const [kept] = await db.select().from(courses);
    expect([kept?.windowFrom, kept?.windowTo]).toEqual([11, 14]);
  });

  test.each([
    ['the second is placed first', 1, { windowFrom: 5, windowTo: 8 }, 1, ['B1', 'B2', 'B3', 'B4']],
    ['the first is placed second', 0, { windowFrom: 5, windowTo: 8 }, 2, ['B1', 'B2', 'B3', 'B4']],
    ['the second is placed first before a window', 1, { windowFrom: 1, windowTo: 4 }, 1, ['A1', 'A2', 'A3', 'A4']],
  ])(
    '[Z9] a window over one of two modules shows no lesson of the other when %s',
    async (_, which, window, place, seen) => {
      const { lay, changeModule, outline, db } = await openOutline(openDb);
      const { modules } = await lay(
        [
          [1, 4],
          [5, 8],
        ],
        [1, 2, 3, 4, 5, 6, 7, 8],
      );
      await db.update(db.tables.courses).set(window);
      await changeModule(modules[which] ?? 0, { place });
      const names = (await outline()).lessons.filter(({ isVisible }) => isVisible).map(({ title }) => title);
      const named = (title: string) =>
        Number(title.slice(1)) > 4 ? `B${Number(title.slice(1)) - 4}` : `A${title.slice(1)}`;
      expect(names.map(named)).toEqual(seen);
    },
  );

  test('[X1] only those who may edit the course find its modules', async () => {
    const { lay, people, refused, courseAt } = await openOutline(openDb);
    const {
      modules: [id = 0],
    } = await lay([[1, 2]], []);
    const at = `/api/admin/modules/${id}`;
    expect(await refused(people.otherAdmin, 'PUT', at, { title: 'A' })).toBe('404 module_not_found');
    expect(await refused(people.otherAdmin, 'DELETE', at)).toBe('404 module_not_found');
    expect(await refused(people.otherAdmin, 'POST', `${courseAt}/modules`, { title: 'A' })).toBe(
      '404 course_not_found courseId',
    );
    expect(await refused(people.member, 'DELETE', at)).toBe('403 access_denied');
    expect(await refused(people.super, 'DELETE', '/api/admin/modules/x')).toBe('404 module_not_found');
    expect(await refused(people.super, 'DELETE', at)).toBe('200');
  });
});

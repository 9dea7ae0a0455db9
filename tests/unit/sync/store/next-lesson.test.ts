import { describe, expect, test } from 'vitest';
import type { LessonStatus } from '#sync/contract/progress.ts';
import { coursesToContinue, lessonToContinue } from '#sync/store/next-lesson.ts';
import { aCourse } from '#tests/factories.ts';

const at = (minute: number) => `2026-03-01T08:0${minute}:00.000Z`;
const standing = (name: string, status: LessonStatus, updatedAt?: string, lastSeq = 0) => ({
  name,
  unit: { status, ...(updatedAt && { updatedAt }) },
  lastSeq,
});

describe('[H4] the lesson to continue with', () => {
  test('is the first of a new course, and none of a completed one', () => {
    expect(lessonToContinue([standing('a', 'not_started'), standing('b', 'not_started')])?.name).toBe('a');
    expect(lessonToContinue([standing('a', 'completed'), standing('b', 'completed')])).toBeUndefined();
    expect(lessonToContinue([])).toBeUndefined();
  });

  test('is the one last in progress', () => {
    const lessons = [
      standing('a', 'in_progress', at(1)),
      standing('b', 'in_progress', at(3)),
      standing('c', 'completed', at(2)),
    ];
    expect(lessonToContinue(lessons)?.name).toBe('b');
  });

  test('is the next one not completed after a completed one, else the first', () => {
    const lessons = [standing('a', 'not_started'), standing('b', 'completed', at(3)), standing('c', 'not_started')];
    expect(lessonToContinue(lessons)?.name).toBe('c');
    expect(lessonToContinue(lessons.slice(0, 2))?.name).toBe('a');
  });

  test('is one whose answers wait for their grade only where nothing else is left', () => {
    const answered = { ...standing('b', 'in_progress', undefined, 4), isAnswered: true };
    const lessons = [standing('a', 'not_started'), answered, standing('c', 'not_started')];
    expect(lessonToContinue(lessons)?.name).toBe('c');
    expect(lessonToContinue(lessons.slice(0, 2))?.name).toBe('a');
    expect(lessonToContinue([standing('a', 'completed'), answered])?.name).toBe('b');
  });

  test('prefers pending work to the server’s times, whatever the device’s clock', () => {
    const lessons = [standing('a', 'in_progress', at(9)), standing('b', 'in_progress', undefined, 4)];
    expect(lessonToContinue(lessons)?.name).toBe('b');
  });
});

test('[H4] what was left out before the lesson to continue with is told', () => {
  const lessons = ['5', '6', '7', '8', '9'].map((name) =>
    name === '8' ? standing(name, 'completed', at(1)) : standing(name, 'not_started'),
  );
  const [next] = coursesToContinue([{ course: aCourse({ lessonCount: 5, lastActivityAt: at(1) }), lessons }]);
  expect(next).toMatchObject({ lesson: { name: '9' }, leftOut: [{ name: '5' }, { name: '6' }, { name: '7' }] });
});

describe('[H4] the course to continue', () => {
  const lessons = [standing('a', 'in_progress', at(2)), standing('b', 'not_started')];
  const here = { course: aCourse({ id: 1, lessonCount: 2, lastActivityAt: at(2) }), lessons };

  test('is none before any work', () => {
    expect(coursesToContinue([{ course: aCourse(), lessons: [] }])).toEqual([]);
  });

  test('is the uncompleted one with the latest activity', () => {
    const later = { course: aCourse({ id: 2, lastActivityAt: at(5), percentComplete: 100 }), lessons: [] };
    expect(coursesToContinue([here, later])[0]).toMatchObject({
      course: { id: 1 },
      lesson: { name: 'a' },
      isOutdated: false,
    });
  });

  test('is the one due first, begun or not, before all that are not due', () => {
    const due = (id: number, dueOn: string) => ({ course: aCourse({ id, dueOn, lessonCount: 2 }), lessons: [] });
    const done = { course: aCourse({ id: 7, dueOn: '2026-01-01', percentComplete: 100 }), lessons: [] };
    const order = coursesToContinue([here, due(5, '2027-02-01'), due(6, '2026-12-03'), done]);
    expect(order.map(({ course, isStarted }) => [course.id, isStarted])).toEqual([
      [6, false],
      [5, false],
      [1, true],
    ]);
    expect(order[0]).toMatchObject({ lesson: undefined, isOutdated: true, lessonsLeft: 2 });
  });

  test('is outdated when the server knows more than this device', () => {
    const elsewhere = { course: aCourse({ id: 2, lessonCount: 2, lastActivityAt: at(5) }), lessons: [] };
    expect(coursesToContinue([here, elsewhere])[0]).toMatchObject({
      course: { id: 2 },
      lesson: undefined,
      isOutdated: true,
    });
    const older = { ...here, course: { ...here.course, lastActivityAt: at(4) } };
    expect(coursesToContinue([older])[0]).toMatchObject({ lesson: { name: 'a' }, isOutdated: true });
  });
});

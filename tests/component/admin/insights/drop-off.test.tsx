// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { DropOff, moduleBands, steepestDrops } from '#app/admin/insights/drop-off.tsx';
import { Sparkline } from '#app/admin/insights/sparkline.tsx';
import { VisitorProvider } from '#app/device/active-user.tsx';

afterEach(cleanup);

const lesson = (lessonId: number, reached: number, module: string | null = null) => {
  return {
    lessonId,
    title: `Lesson ${lessonId}`,
    orderIndex: lessonId,
    module,
    started: reached,
    completed: reached,
    reached,
    stoppedErased: 0,
  };
};
const COURSE = {
  began: 20,
  lessons: [lesson(5, 20, 'Start'), lesson(6, 14, 'Start'), lesson(7, 14), lesson(8, 10, 'End'), lesson(9, 9, 'End')],
};

test('[Z11] the steepest drops are those where most people stopped, at most three and none without a loss', () => {
  expect(steepestDrops(COURSE).map(({ lesson: { lessonId }, before, lost }) => [lessonId, before, lost])).toEqual([
    [6, 20, 6],
    [8, 14, 4],
    [9, 10, 1],
  ]);
  expect(steepestDrops({ began: 20, lessons: [lesson(5, 12)] })).toMatchObject([{ before: 20, lost: 8 }]);
  expect(steepestDrops({ began: 3, lessons: [lesson(5, 3), lesson(6, 3)] })).toEqual([]);
});

test('neighbouring lessons of a module are one band', () => {
  expect(moduleBands(COURSE.lessons)).toEqual([
    { title: 'Start', from: 0, to: 2 },
    { title: null, from: 2, to: 3 },
    { title: 'End', from: 3, to: 5 },
  ]);
});

test('[Z11] the curve has words, names its drops, and stands behind a switch as a table', () => {
  render(<DropOff {...COURSE} peopleAt={undefined} />, { wrapper: VisitorProvider });
  screen.getByText('9 of 20 people completed the last lesson.');
  screen.getByRole('img', { name: '20 people began; after each lesson there were 20, 14, 14, 10, 9' });
  const [first] = within(screen.getByRole('list', { name: 'Steepest drops' })).getAllByRole('listitem');
  expect(first?.textContent).toBe('1-30% Lesson 66 people stopped before completing it, in Start');
  fireEvent.click(screen.getByRole('switch', { name: 'Show as table' }));
  expect(screen.getByRole('row', { name: /^2\. Lesson 6/ }).textContent).toBe('2. Lesson 6Start141414');
  screen.getByRole('button', { name: 'Export Drop-off by Lesson as CSV' });
});

test('a drop leads to its people, where one list has them; those who were erased are on none', () => {
  const lessons = COURSE.lessons.map((one) => ({ ...one, stoppedErased: one.lessonId === 6 ? 2 : 0 }));
  render(
    <MemoryRouter>
      <DropOff {...COURSE} lessons={lessons} peopleAt={(id) => `/admin/people?course=3&stopped=${id}`} />
    </MemoryRouter>,
    { wrapper: VisitorProvider },
  );
  const links = within(screen.getByRole('list', { name: 'Steepest drops' })).getAllByRole('link');
  expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['4 people', '/admin/people?course=3&stopped=6'],
    ['4 people', '/admin/people?course=3&stopped=8'],
    ['1 person', '/admin/people?course=3&stopped=9'],
  ]);
  screen.getByText(/and 2 erased stopped before completing it, in Start$/);
});

test('a sparkline says its values, and waits for a second one', () => {
  const { rerender, container } = render(<Sparkline label="First tries" values={[null, 40, null, 55]} />);
  screen.getByRole('img', { name: 'First tries: none, 40%, none, 55%' });
  rerender(<Sparkline label="First tries" values={[null, null, null, 55]} />);
  expect(container.innerHTML).toBe('');
});

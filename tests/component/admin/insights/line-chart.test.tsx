// @vitest-environment happy-dom
import '#tests/fixtures/silent-console.ts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ChartFrame } from '#app/admin/insights/chart-frame.tsx';
import { LineChart } from '#app/admin/insights/line-chart.tsx';
import { VisitorProvider } from '#app/device/active-user.tsx';

afterEach(cleanup);

const chart = (labels: string[], first: number[], second: number[]) => (
  <LineChart
    description="The picture in words"
    step="day"
    labels={labels}
    series={[
      { name: 'Enrollments', tone: 'accent', values: first },
      { name: 'Completions', tone: 'complete', values: second },
    ]}
  />
);
const slider = () => screen.getByRole('slider', { name: 'Choose a day' });

test('[N3] the picture has words, and every value is told at its step, the newest first', () => {
  const { rerender } = render(chart(['Mon', 'Tue', 'Wed'], [1, 1200, 3], [0, 0, 2]));
  expect(screen.getByRole('img', { name: 'The picture in words' })).toBeTruthy();
  expect(slider().getAttribute('aria-valuetext')).toBe('Wed: 3 Enrollments, 2 Completions');
  fireEvent.change(slider(), { target: { value: '1' } });
  expect(slider().getAttribute('aria-valuetext')).toBe('Tue: 1,200 Enrollments, 0 Completions');
  rerender(chart(['Mon'], [7], [0]));
  expect(slider().getAttribute('aria-valuetext')).toBe('Mon: 7 Enrollments, 0 Completions');
});

test('[N3] the same figures are a table behind a switch, and a stand-in stays where there are none yet', () => {
  const table = { columns: ['Day', 'Enrollments'], rows: [['Mon', '1']] };
  const frame = (figures: typeof table | undefined) => (
    <ChartFrame note="What it counts." title="Trend" table={figures}>
      the picture
    </ChartFrame>
  );
  const { rerender } = render(frame(undefined), { wrapper: VisitorProvider });
  fireEvent.click(screen.getByRole('switch', { name: 'Show as table' }));
  expect(screen.getByText('the picture')).toBeTruthy();
  rerender(frame(table));
  expect(screen.getByRole('table', { name: 'Trend' })).toBeTruthy();
  expect(screen.getByRole('rowheader', { name: 'Mon' })).toBeTruthy();
  fireEvent.click(screen.getByRole('switch'));
  expect(screen.queryByRole('table')).toBeNull();
});

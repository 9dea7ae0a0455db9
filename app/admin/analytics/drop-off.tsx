import type { CourseAnalytics } from '#sync/contract/analytics.ts';
import { type Bar, Bars } from '../../ui/chart/bars.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { percentOf } from '../../ui/chart/scale.ts';
import { countWords } from './figure-words.ts';

/** How many of those enrolled came to each lesson, in the order of the course (Z11). */
export function DropOff({ enrollments, lessons }: Pick<CourseAnalytics, 'enrollments' | 'lessons'>) {
  const named = lessons.map((lesson, at) => ({ ...lesson, label: `${at + 1}. ${lesson.title}` }));
  // Whoever was there before enrollments were counted has progress and no enrollment.
  const all = Math.max(enrollments, ...lessons.map(({ started }) => started));
  const bars = named.map(
    ({ lessonId, label, started, completed }): Bar => ({
      key: String(lessonId),
      label,
      parts: [
        { name: 'Started', tone: 'accent', percent: percentOf(started, all), value: `${countWords(started)} started` },
        {
          name: 'Completed',
          tone: 'complete',
          percent: percentOf(completed, all),
          value: `${countWords(completed)} completed`,
        },
      ],
    }),
  );
  const rows = named.map(({ label, started, completed }) => [label, countWords(started), countWords(completed)]);
  return (
    <ChartFrame
      title="Drop-off by Lesson"
      note={`How many of ${countWords(all)} learners began and completed each lesson.`}
      table={{ columns: ['Lesson', 'Started', 'Completed'], rows }}
    >
      <Bars label="Learners per lesson" bars={bars} />
    </ChartFrame>
  );
}

import type { LessonQuizFigures } from '#sync/contract/analytics.ts';
import { Bars } from '../../ui/chart/bars.tsx';
import { ChartFrame } from '../../ui/chart/chart-frame.tsx';
import { countWords, percentWords } from './figure-words.ts';

/** More than these make a wall of bars; the table has them all. */
const MOST = 10;

/** How many of the attempts passed, quiz by quiz; nothing without a quiz. */
export function PassRates({ lessons }: { lessons: readonly LessonQuizFigures[] }) {
  if (lessons.length === 0) return null;
  const shown = lessons.slice(0, MOST);
  const bars = shown.map(({ lessonId, lessonTitle, passRate, totalAttempts }) => ({
    key: String(lessonId),
    label: lessonTitle,
    parts: [
      {
        name: 'Pass rate',
        tone: 'accent' as const,
        percent: passRate,
        value: `${percentWords(passRate)} of ${countWords(totalAttempts)}`,
      },
    ],
  }));
  const rows = lessons.map(({ lessonTitle, courseTitle, passRate, totalAttempts }) => [
    `${lessonTitle} (${courseTitle})`,
    percentWords(passRate),
    countWords(totalAttempts),
  ]);
  return (
    <ChartFrame
      title="Pass Rates"
      note={`Share of attempts that passed${lessons.length > MOST ? `, the ${MOST} most answered lessons` : ''}.`}
      table={{ columns: ['Lesson', 'Pass Rate', 'Attempts'], rows }}
    >
      <Bars label="Pass rate per lesson" bars={bars} />
    </ChartFrame>
  );
}

// Where people stop in a course: one curve over its lessons with the modules as bands, and the steepest drops named.
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { CourseAnalytics } from '#sync/contract/analytics.ts';
import { Link } from '../../ui/router.ts';
import { ChartFrame } from './chart-frame.tsx';
import { formatCount, formatPercent } from './figure-labels.ts';
import { percentOf } from './scale.ts';

type Course = Pick<CourseAnalytics, 'began' | 'lessons'>;
type Drop = { lesson: CourseAnalytics['lessons'][number]; place: number; lost: number; before: number };

const MOST_DROPS = 3;

/** The lessons before whose completion most people stopped, the most first. */
export function steepestDrops({ began, lessons }: Course): Drop[] {
  return lessons
    .map((lesson, place) => {
      const before = place === 0 ? began : (lessons[place - 1]?.reached ?? 0);
      return { lesson, place, before, lost: before - lesson.reached };
    })
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost || a.place - b.place)
    .slice(0, MOST_DROPS);
}

/** Neighbouring lessons of one module; lessons outside every module make a band without a title. */
export function moduleBands(lessons: Course['lessons']): { title: string | null; from: number; to: number }[] {
  const bands: { title: string | null; from: number; to: number }[] = [];
  for (const [place, { module }] of lessons.entries()) {
    const last = bands.at(-1);
    if (last && last.title === module) last.to = place + 1;
    else bands.push({ title: module, from: place, to: place + 1 });
  }
  return bands;
}

export type DropOffProps = Course & {
  /** The list of those who stopped at a lesson; absent where several organizations are counted, whose people are in no one list. */
  peopleAt: ((lessonId: number) => string) | undefined;
};

export function DropOff({ began, lessons, peopleAt }: DropOffProps) {
  const drops = steepestDrops({ began, lessons });
  const atEnd = lessons.at(-1)?.reached ?? 0;
  const rows = lessons.map(({ title, module, started, completed, reached }, at) => [
    `${at + 1}. ${title}`,
    module ?? '–',
    started,
    completed,
    reached,
  ]);
  return (
    <ChartFrame
      title={t`Drop-off by Lesson`}
      note={t`How many of those who began the course have completed each lesson or a later one; of a renewed course, since it was renewed.`}
      table={{ columns: [t`Lesson`, t`Module`, t`Started`, t`Completed`, t`Got this far`], rows }}
    >
      <p className="font-semibold text-lg">
        <Plural
          value={began}
          one={`${formatCount(atEnd)} of # person completed the last lesson.`}
          other={`${formatCount(atEnd)} of # people completed the last lesson.`}
        />
      </p>
      <Curve {...{ began, lessons, drops }} />
      {drops.length > 0 && (
        <ol aria-label={t`Steepest drops`} className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          {drops.map(({ lesson, lost, before }, at) => (
            <li key={lesson.lessonId} className="flex gap-3">
              <Mark at={at} />
              <span className="min-w-0">
                <span className="block font-semibold">
                  -{formatPercent(percentOf(lost, before))} <bdi>{lesson.title}</bdi>
                </span>
                <span className="block text-ink-soft text-sm">
                  {lesson.module ? (
                    <Trans>
                      <WhoStopped {...{ lesson, lost }} to={peopleAt?.(lesson.lessonId)} /> stopped before completing
                      it, in {lesson.module}
                    </Trans>
                  ) : (
                    <Trans>
                      <WhoStopped {...{ lesson, lost }} to={peopleAt?.(lesson.lessonId)} /> stopped before completing it
                    </Trans>
                  )}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </ChartFrame>
  );
}

/** Those who were erased count on, and are on no list. */
function WhoStopped({ lesson, lost, to }: Pick<Drop, 'lesson' | 'lost'> & { to: string | undefined }) {
  const listed = lost - lesson.stoppedErased;
  if (to === undefined || listed === 0) return plural(lost, { one: '# person', other: '# people' });
  return (
    <>
      <Link to={to} className="-my-3 inline-block py-3 font-medium text-accent-text underline underline-offset-4">
        {plural(listed, { one: '# person', other: '# people' })}
      </Link>
      {listed < lost && t` and ${lost - listed} erased`}
    </>
  );
}

const Mark = ({ at }: { at: number }) => (
  <span className="grid size-6 shrink-0 place-items-center rounded-xl bg-ink font-bold text-surface text-xs">
    {at + 1}
  </span>
);

/** A staircase: as wide as the lessons are many, as high as people got that far. */
function Curve({ began, lessons, drops }: Course & { drops: readonly Drop[] }) {
  // An even number, so that its half is whole.
  const top = Math.max(2, 2 * Math.ceil(began / 2));
  const count = lessons.length;
  const x = (place: number) => percentOf(place, count);
  const y = (people: number) => 100 - percentOf(people, top);
  // A lesson takes one step of the width; its end is where people complete it.
  const path = lessons.reduce(
    (line, { reached }, place) => `${line} H ${x(place + 1)} V ${y(reached)}`,
    `M 0 ${y(began)}`,
  );
  const bands = moduleBands(lessons);
  return (
    <div dir="ltr" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div aria-hidden className="col-start-2 mb-1 flex items-end text-ink-soft text-xs max-sm:hidden">
        {bands.map(({ title, from, to }) => (
          <span
            key={from}
            title={title ?? undefined}
            style={{ width: `${x(to - from)}%` }}
            className="line-clamp-2 px-1.5"
          >
            {title}
          </span>
        ))}
      </div>
      <div aria-hidden className="flex h-56 flex-col justify-between text-end text-ink-soft text-xs tabular-nums">
        {[top, top / 2, 0].map((tick) => (
          <span key={tick} className="-my-2">
            {formatCount(tick)}
          </span>
        ))}
      </div>
      <div className="relative h-56">
        <svg
          role="img"
          aria-label={t`${plural(began, { one: '# person', other: '# people' })} began; after each lesson there were ${lessons.map(({ reached }) => formatCount(reached)).join(', ')}`}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {bands.map(
            ({ from, to }, at) =>
              at % 2 === 0 && (
                <rect
                  key={from}
                  x={x(from)}
                  width={x(to - from)}
                  height="100"
                  fill="currentColor"
                  className="text-sunken"
                />
              ),
          )}
          <path d={`${path} V 100 H 0 Z`} fill="currentColor" className="text-accent-soft" />
          {[0, 50, 100].map((line) => (
            <line key={line} x2="100" y1={line} y2={line} stroke="currentColor" {...THIN} className="text-line" />
          ))}
          <path d={path} fill="none" stroke="currentColor" strokeWidth="2.5" {...THIN} className="text-accent-text" />
          {drops.map(({ place, before, lesson }) => (
            <line
              key={place}
              {...{ x1: x(place + 1), x2: x(place + 1), y1: y(before), y2: y(lesson.reached) }}
              stroke="currentColor"
              strokeWidth="4"
              {...THIN}
              className="text-ink"
            />
          ))}
        </svg>
        {drops.map(({ place, lesson, before }, at) => (
          <div
            key={place}
            aria-hidden
            className="absolute -translate-x-1/2 -translate-y-1/2"
            style={{ left: `${x(place + 1)}%`, top: `${(y(before) + y(lesson.reached)) / 2}%` }}
          >
            <Mark at={at} />
          </div>
        ))}
      </div>
      <div aria-hidden className="col-start-2 mt-2 flex text-ink-soft text-xs tabular-nums">
        {bands.map(({ from, to }) => (
          <span key={from} style={{ width: `${x(to - from)}%` }} className="overflow-hidden whitespace-nowrap px-1.5">
            {from === 0 && (
              <span className="max-sm:hidden">
                <Trans>Lesson</Trans>{' '}
              </span>
            )}
            {lessons[from]?.orderIndex}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Lines keep their width when the plot is stretched. */
const THIN = { vectorEffect: 'non-scaling-stroke' } as const;

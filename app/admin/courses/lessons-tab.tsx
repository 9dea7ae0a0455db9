import { type Lesson, lessonDurationLabel, lessonLabel } from '#sync/contract/lesson.ts';
import { counted } from '../../course-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import type { Asked } from '../ask.ts';
import { TroubleView } from '../trouble-view.tsx';
import { adminTexts } from '../words.ts';

const durationLabel = (lesson: Lesson) =>
  lesson.duration > 0 ? lessonDurationLabel(lesson.duration) : lessonLabel(lesson);

/** 'Course Lessons': those that a learner sees, in their order. */
export function LessonsTab({ lessons: { data, trouble, again } }: { lessons: Asked<readonly Lesson[]> }) {
  if (trouble) return <TroubleView title={adminTexts.failedLessons} trouble={trouble} again={again} />;
  return (
    <section aria-labelledby="lessons" className="flex flex-col gap-3">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="lessons" className="font-semibold text-xl">
          Course Lessons
        </h2>
        {data && data.length > 0 && <p className="text-ink-soft text-sm">{counted(data.length, 'lesson')}</p>}
      </div>
      <Card>
        {!data ? (
          <Skeleton className="m-4 h-56" />
        ) : data.length === 0 ? (
          <EmptyState title="No lessons yet">This course has no lessons so far.</EmptyState>
        ) : (
          <ol>
            {data.map((lesson) => (
              <LessonRow key={lesson.id} lesson={lesson} />
            ))}
          </ol>
        )}
      </Card>
    </section>
  );
}

function LessonRow({ lesson }: { lesson: Lesson }) {
  return (
    <li className="flex min-h-action items-center gap-3 border-line px-4 py-2.5 not-first:border-t sm:gap-4">
      <span className="w-6 shrink-0 text-right text-ink-soft tabular-nums">{lesson.orderIndex}</span>
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{lesson.title}</span>
        {lesson.isPreview && <Badge tone="accent">Preview</Badge>}
      </span>
      <Badge>{durationLabel(lesson)}</Badge>
    </li>
  );
}

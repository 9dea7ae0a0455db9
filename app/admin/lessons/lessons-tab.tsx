// 'Course Lessons': the lessons of a course below their modules, where they are put in order, renamed, added and deleted.
import { FolderTree, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Outline } from '#sync/contract/authoring.ts';
import type { ApiQuery } from '../../api/use-api-query.ts';
import { counted } from '../../learn/messages.ts';
import { ApiErrorView } from '../../shell/api-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import { adminTexts } from '../frame/messages.ts';
import { LessonGroups } from './lesson-groups.tsx';
import type { RowPanel } from './lesson-row.tsx';
import { type Asking, OutlineDialogs } from './outline-dialogs.tsx';

type LessonsTabProps = { outline: ApiQuery<Outline>; panel: RowPanel };

export function LessonsTab({ outline: { data, trouble, again }, panel }: LessonsTabProps) {
  const [asking, setAsking] = useState<Asking>();
  if (trouble && !data) return <ApiErrorView title={adminTexts.failedLessons} trouble={trouble} again={again} />;
  const addLesson = (
    <Button disabled={!data} onClick={() => setAsking({ about: 'adding' })} data-focus="add">
      <Plus aria-hidden className="size-5" />
      Add New Lesson
    </Button>
  );
  return (
    <section aria-labelledby="lessons" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h2 id="lessons" tabIndex={-1} className="font-semibold text-xl">
            Course Lessons
          </h2>
          <p className="min-h-5 text-ink-soft text-sm">{data && counted(data.lessons.length, 'lesson')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" disabled={!data} onClick={() => setAsking({ about: 'modules' })}>
            <FolderTree aria-hidden className="size-5" />
            Modules
          </Button>
          {addLesson}
        </div>
      </div>
      {trouble && (
        <Card className="border-danger!">
          <ApiErrorView title={adminTexts.failedLessons} trouble={trouble} again={again} />
        </Card>
      )}
      {!data ? (
        <LessonsSkeleton />
      ) : data.lessons.length === 0 ? (
        <Card>
          <EmptyState title="No lessons yet">
            This course has no lessons so far. Add the first one above, or make modules for them before.
          </EmptyState>
        </Card>
      ) : (
        <LessonGroups outline={data} panel={panel} ask={setAsking} />
      )}
      {data && <OutlineDialogs outline={data} asking={asking} ask={setAsking} />}
    </section>
  );
}

const GROUPS = ['a', 'b', 'c'];

function LessonsSkeleton() {
  return (
    <div role="status" aria-label="Loading lessons" className="flex flex-col gap-6">
      {GROUPS.map((group) => (
        <div key={group} className="flex flex-col gap-2">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="h-76 max-md:h-112" />
        </div>
      ))}
    </div>
  );
}

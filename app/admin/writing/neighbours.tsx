import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router.ts';

type NeighboursProps = { lessons: readonly AdminLesson[]; lessonId: number };

/** The lessons before and behind this one, to write on. */
export function Neighbours({ lessons, lessonId }: NeighboursProps) {
  const inOrder = [...lessons].sort((a, b) => a.orderIndex - b.orderIndex || a.id - b.id);
  const place = inOrder.findIndex(({ id }) => id === lessonId);
  const before = inOrder[place - 1];
  const behind = place === -1 ? undefined : inOrder[place + 1];
  if (!before && !behind) return null;
  return (
    <nav aria-label="Neighbouring lessons" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {before && (
        <NeighbourLink lesson={before} label="Previous lesson">
          <ChevronLeft aria-hidden className="size-5 shrink-0" />
        </NeighbourLink>
      )}
      {behind && (
        <NeighbourLink lesson={behind} label="Next lesson" isNext>
          <ChevronRight aria-hidden className="size-5 shrink-0" />
        </NeighbourLink>
      )}
    </nav>
  );
}

type LinkProps = { lesson: AdminLesson; label: string; isNext?: boolean; children: ReactNode };

function NeighbourLink({ lesson, label, isNext = false, children }: LinkProps) {
  return (
    <Link
      to={paths.adminLesson(lesson.courseId, lesson.id)}
      className={`flex min-h-action items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 hover:bg-sunken sm:max-w-full ${isNext ? 'flex-row-reverse text-right sm:col-start-2' : ''}`}
    >
      {children}
      <span className="min-w-0">
        <span className="block text-ink-soft text-sm">{label}</span>
        <span className="block truncate font-medium">{lesson.title}</span>
      </span>
    </Link>
  );
}

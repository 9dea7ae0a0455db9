import { Pencil, Plus, Trash2 } from 'lucide-react';
import type { CourseModule } from '#sync/contract/authoring.ts';
import { counted } from '../../course-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

type ModuleListProps = {
  modules: readonly CourseModule[];
  lessonCount: (moduleId: number) => number;
  onAdd: () => void;
  onEdit: (module: CourseModule) => void;
  onDelete: (module: CourseModule) => void;
};

export function ModuleList({ modules, lessonCount, onAdd, onEdit, onDelete }: ModuleListProps) {
  return (
    <>
      {modules.length === 0 ? (
        <p className="rounded-md bg-sunken p-4">No modules yet. Without modules the lessons stand in one list.</p>
      ) : (
        <ul aria-label="Modules" className="flex flex-col">
          {[...modules]
            .sort((a, b) => a.startLessonIndex - b.startLessonIndex)
            .map((module) => (
              <li key={module.id} className="flex flex-wrap items-center gap-x-2 border-line py-2 not-first:border-t">
                <div className="min-w-0 grow basis-48">
                  <p className="break-words font-medium">{module.title}</p>
                  {module.description && <p className="line-clamp-2 text-ink-soft text-sm">{module.description}</p>}
                  <p className="flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
                    {rangeLabel(module)} · {counted(lessonCount(module.id), 'lesson')}
                    {!module.isEnabled && <Badge>Off</Badge>}
                  </p>
                </div>
                <div className="ml-auto flex">
                  <Button variant="quiet" aria-label={`Edit ${module.title}`} onClick={() => onEdit(module)}>
                    <Pencil aria-hidden className="size-5" />
                  </Button>
                  <Button variant="quiet" aria-label={`Delete ${module.title}`} onClick={() => onDelete(module)}>
                    <Trash2 aria-hidden className="size-5" />
                  </Button>
                </div>
              </li>
            ))}
        </ul>
      )}
      <Button variant={modules.length === 0 ? 'primary' : 'secondary'} onClick={onAdd} className="self-start">
        <Plus aria-hidden className="size-5" />
        Add Module
      </Button>
    </>
  );
}

/** 'Numbers 5 to 8'. */
function rangeLabel({ startLessonIndex, endLessonIndex }: CourseModule): string {
  return startLessonIndex === endLessonIndex
    ? `Number ${startLessonIndex}`
    : `Numbers ${startLessonIndex} to ${endLessonIndex}`;
}

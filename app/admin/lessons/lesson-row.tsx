import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  EllipsisVertical,
  Eye,
  EyeOff,
  FileText,
  FolderInput,
  Pencil,
  Trash2,
} from 'lucide-react';
import { memo, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Place } from '../../ui/form/sortable-list.tsx';
import { SortableGrip } from '../../ui/form/sortable-list.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { useLocation } from '../../ui/router.ts';
import { focusLesson, panelId, rowId } from '../outline/lesson-place.ts';
import { LessonEditor } from './lesson-editor.tsx';
import { lengthLabel } from './outline.ts';
import type { Asking } from './outline-dialogs.tsx';

type LessonMenuProps = Place & Pick<LessonRowProps, 'lesson' | 'move' | 'ask'>;

/** Moves a lesson without dragging. The menu is rendered at the first press: hundreds of menus would be slow. */
function LessonMenu({ lesson, place, count, move, ask }: LessonMenuProps) {
  const [wasAsked, setWasAsked] = useState(false);
  const button = (
    <IconButton
      icon={EllipsisVertical}
      data-focus="more"
      aria-haspopup="menu"
      aria-label={`More for ${lesson.title}`}
      title="More"
      onClick={() => setWasAsked(true)}
    />
  );
  if (!wasAsked) return button;
  const step = (to: number) => move(place, to, `${lesson.title} is now at position ${to + 1} of ${count}.`);
  const items: MenuItem[] = [
    ...(place > 0 ? [{ label: 'Move up', icon: ArrowUp, onSelect: () => step(place - 1) }] : []),
    ...(place < count - 1 ? [{ label: 'Move down', icon: ArrowDown, onSelect: () => step(place + 1) }] : []),
    { label: 'Move to module', icon: FolderInput, onSelect: () => ask({ about: 'moving', lesson }) },
  ];
  return <Menu trigger={button} groups={[{ items }]} defaultOpen />;
}

/** The panel below a row, and the label of the button that opens it. */
export type RowPanel = { title: (lesson: AdminLesson) => ReactNode; content: (lesson: AdminLesson) => ReactNode };

export type LessonRowProps = Place & {
  lesson: AdminLesson;
  /** In the course, from 1. */
  number: number;
  panel: RowPanel;
  /** Moves the lesson at `from` in its group to `to`; `announcement` is read out after that. */
  move: (from: number, to: number, announcement: string) => void;
  ask: (asking: Asking) => void;
};

/** One lesson of a module. Its panel is closed at first, so that hundreds of rows stay fast. */
export const LessonRow = memo(function LessonRow({ lesson, number, place, count, move, ask, panel }: LessonRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const panelsId = panelId(lesson.id);
  const [isOpen, setIsOpen] = usePanel(panelsId);
  const close = useCallback(
    (returnsFocus: boolean) => {
      setIsEditing(false);
      if (returnsFocus) focusLesson(lesson.id, 'edit');
    },
    [lesson.id],
  );
  return (
    <div id={rowId(lesson.id)}>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-0.5 py-1.5 pe-2 ps-1">
        <SortableGrip label={lesson.title} />
        <span className="min-w-6 shrink-0 text-end text-ink-soft tabular-nums">{number}</span>
        {isEditing ? (
          <LessonEditor lesson={lesson} close={close} />
        ) : (
          <>
            <LessonFacts lesson={lesson} />
            <div className="ms-auto flex flex-wrap items-center justify-end">
              {lesson.isHidden && (
                <Button variant="quiet" icon={Eye} className="px-3!" onClick={() => ask({ about: 'showing', lesson })}>
                  Show to learners
                  <span className="sr-only">: {lesson.title}</span>
                </Button>
              )}
              <Button
                variant="quiet"
                data-focus="panel"
                aria-expanded={isOpen}
                aria-controls={panelsId}
                onClick={() => setIsOpen(!isOpen)}
                className="px-3!"
              >
                {panel.title(lesson)}
                <span className="sr-only"> of {lesson.title}</span>
                <ChevronDown aria-hidden className={`size-5 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
              </Button>
              <IconButton
                icon={FileText}
                to={paths.adminLesson(lesson.courseId, lesson.id)}
                aria-label={`Write ${lesson.title}`}
                title="Text and settings"
              />
              <IconButton
                icon={Pencil}
                data-focus="edit"
                aria-label={`Edit ${lesson.title}`}
                title="Edit title and description"
                onClick={() => setIsEditing(true)}
              />
              <IconButton
                icon={Trash2}
                data-focus="delete"
                aria-label={`Delete ${lesson.title}`}
                title="Delete"
                onClick={() => ask({ about: 'deleting', lesson })}
              />
              <LessonMenu {...{ lesson, place, count, move, ask }} />
            </div>
          </>
        )}
      </div>
      <div id={panelsId} hidden={!isOpen} className="px-3 pb-3">
        {isOpen && panel.content(lesson)}
      </div>
    </div>
  );
});

/** Closed until its button is pressed or the address names it. */
function usePanel(id: string) {
  const { hash, key } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation arrives anew
  useEffect(() => {
    if (hash !== `#${id}`) return;
    setIsOpen(true);
    // After it was rendered.
    setTimeout(() => {
      document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus({ preventScroll: true });
      document.getElementById(id)?.scrollIntoView({ block: 'center' });
    });
  }, [hash, key, id]);
  return [isOpen, setIsOpen] as const;
}

function LessonFacts({ lesson }: { lesson: AdminLesson }) {
  const { title, description, isPreview, isVisible } = lesson;
  return (
    <div className="flex min-w-0 grow basis-48 flex-wrap items-center gap-x-3 gap-y-1 py-2 ps-2">
      <div className="min-w-0 md:grow md:basis-56">
        <span className="font-medium">
          <bdi>{title}</bdi>
        </span>
        {description && (
          <p dir="auto" className="line-clamp-2 whitespace-pre-line text-ink-soft text-sm">
            {description}
          </p>
        )}
      </div>
      <span className="flex flex-wrap gap-1.5">
        <Badge>{lengthLabel(lesson)}</Badge>
        {isPreview && <Badge tone="accent">Preview</Badge>}
        {!isVisible && (
          <Badge>
            <EyeOff aria-hidden className="size-4" />
            Hidden
          </Badge>
        )}
      </span>
    </div>
  );
}

import { ArrowDown, ArrowUp, EllipsisVertical, FolderInput } from 'lucide-react';
import { useState } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import type { RowActs } from './lesson-row.tsx';

type LessonMenuProps = { lesson: AdminLesson; isFirst: boolean; isLast: boolean; acts: RowActs };

/** Moving for those who cannot drag. The menu itself comes with the first press: hundreds of them would be heavy. */
export function LessonMenu({ lesson, isFirst, isLast, acts }: LessonMenuProps) {
  const [wasAsked, setWasAsked] = useState(false);
  const button = (
    <Button
      variant="quiet"
      data-focus="more"
      aria-haspopup="menu"
      aria-label={`More for ${lesson.title}`}
      title="More"
      className="px-3!"
      onClick={() => setWasAsked(true)}
    >
      <EllipsisVertical aria-hidden className="size-5" />
    </Button>
  );
  if (!wasAsked) return button;
  const items: MenuItem[] = [
    ...(isFirst ? [] : [{ label: 'Move up', icon: ArrowUp, onSelect: () => acts.step(lesson, -1) }]),
    ...(isLast ? [] : [{ label: 'Move down', icon: ArrowDown, onSelect: () => acts.step(lesson, 1) }]),
    { label: 'Move to module', icon: FolderInput, onSelect: () => acts.move(lesson) },
  ];
  return <Menu trigger={button} groups={[{ items }]} defaultOpen />;
}

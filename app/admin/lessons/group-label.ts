import { counted } from '../../learn/messages.ts';

type Labelled = { title: string; lessons: readonly unknown[]; module: { isEnabled: boolean } | null };

/** A group in a choice: 'Orientation (4 lessons)', 'Extras (empty, off)'. */
export function groupLabel({ title, lessons, module }: Labelled): string {
  const facts = [lessons.length === 0 ? 'empty' : counted(lessons.length, 'lesson')];
  if (module?.isEnabled === false) facts.push('off');
  return `${title} (${facts.join(', ')})`;
}

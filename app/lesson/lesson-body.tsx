import type { Lesson } from '#sync/contract/lesson.ts';
import { Card } from '../ui/card.tsx';
import { Markdown } from '../ui/markdown.tsx';

/** The lesson's own text, or its description where it has none. */
export function LessonBody({ lesson }: { lesson: Pick<Lesson, 'body' | 'description'> }) {
  if (!lesson.body.trim()) return <p className="max-w-prose text-ink-soft">{lesson.description}</p>;
  return (
    <Card className="p-4 sm:p-6 lg:p-8">
      <Markdown>{lesson.body}</Markdown>
    </Card>
  );
}

import type { Lesson } from '#sync/contract/lesson.ts';
import { Card } from '../ui/card.tsx';
import { Markdown } from '../ui/markdown.tsx';

/** The lesson's own text; its headings start below the hidden one, so that no level is skipped. */
export function LessonBody({
  lesson,
  title = 'Lesson text',
}: {
  lesson: Pick<Lesson, 'body' | 'description'>;
  title?: string;
}) {
  if (!lesson.body.trim()) return <p className="max-w-prose text-ink-soft">{lesson.description}</p>;
  return (
    <Card className="p-4 sm:p-6 lg:p-8">
      <h2 className="sr-only">{title}</h2>
      <Markdown>{lesson.body}</Markdown>
    </Card>
  );
}

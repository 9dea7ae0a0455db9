import { useEffect } from 'react';
import type { Lesson } from '#sync/contract/lesson.ts';
import { picturesIn } from '#sync/contract/lesson-pictures.ts';
import { pictureWithTicket } from '../api/picture-ticket.ts';
import { useActiveUser } from '../device/active-user.tsx';
import { keepPicturesOnDevice } from '../device/keep-media.ts';
import { Card } from '../ui/card.tsx';
import { Markdown } from '../ui/markdown.tsx';

/** What is on the screen comes first. */
const KEEP_AFTER_MS = 2_000;

/** The lesson's own text, or its description where it has none. */
export function LessonBody({ lesson: { body, description } }: { lesson: Pick<Lesson, 'body' | 'description'> }) {
  const isKnown = useActiveUser().state === 'known';
  // A picture further down is loaded when it comes near, and would be missing later without a network.
  useEffect(() => {
    const pictures = picturesIn(body);
    if (pictures.length === 0) return;
    const timer = setTimeout(() => keepPicturesOnDevice(pictures), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [body]);
  if (!body.trim()) return <p className="max-w-prose text-ink-soft">{description}</p>;
  return (
    // A layer of its own: what changes elsewhere on the page does not paint a long text again.
    <Card className="isolate p-4 sm:p-6 lg:p-8">
      <Markdown freshAddress={isKnown ? pictureWithTicket : undefined}>{body}</Markdown>
    </Card>
  );
}

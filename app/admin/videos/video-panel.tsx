// A lesson's video in its row of the course (U8): sent in three steps, replaced, deleted, watched with its captions.
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router.ts';
import { panelId } from '../lesson-place.ts';
import { KeptVideo } from './kept-video.tsx';
import { useUpload } from './uploads.ts';
import { VideoSlot } from './video-slot.tsx';

type VideoPanelProps = { lesson: AdminLesson; courseId: number };

export function VideoPanel({ lesson, courseId }: VideoPanelProps) {
  const isUnderWay = useUpload(lesson.id) !== undefined;
  const hasVideo = lesson.videoUrl !== null;
  return (
    <>
      <VideoSlot
        lesson={lesson}
        courseId={courseId}
        way="signed"
        page={`${paths.adminCourse(courseId)}#${panelId(lesson.id)}`}
        kept={hasVideo ? (choose) => <KeptVideo lesson={lesson} courseId={courseId} onReplace={choose} /> : null}
      />
      {!hasVideo && !isUnderWay && <TextInstead lesson={lesson} />}
    </>
  );
}

/** Every lesson without questions opens on its video: who writes a text is told here where. */
function TextInstead({ lesson: { id, courseId, title, body } }: { lesson: AdminLesson }) {
  const isWritten = body.trim() !== '';
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-3 text-ink-soft text-sm">
      {isWritten
        ? 'The lesson has its text; a video would stand above it.'
        : 'A lesson can be a text, without a video.'}
      <Link
        to={paths.adminLesson(courseId, id)}
        className="inline-flex min-h-touch items-center font-medium text-accent-text underline"
      >
        {isWritten ? 'Edit the text' : 'Write the text'}
        <span className="sr-only"> of {title}</span>
      </Link>
    </p>
  );
}

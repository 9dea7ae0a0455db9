// A lesson's video in its row of the course (U8): sent in three steps, replaced, deleted, watched with its captions.
import { useEffect } from 'react';
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { paths } from '../../paths.ts';
import { useLocation } from '../../router.ts';
import { KeptVideo } from './kept-video.tsx';
import { VideoSlot } from './video-slot.tsx';

type VideoPanelProps = { lesson: AdminLesson; courseId: number };

export function VideoPanel({ lesson, courseId }: VideoPanelProps) {
  useArrival(lesson.id);
  return (
    <VideoSlot
      lesson={lesson}
      courseId={courseId}
      way="signed"
      page={`${paths.adminCourse(courseId)}#video-${lesson.id}`}
      kept={
        lesson.videoUrl === null
          ? null
          : (choose) => <KeptVideo lesson={lesson} courseId={courseId} onReplace={choose} />
      }
    />
  );
}

/** The note of a running upload leads back to its lesson. */
function useArrival(lessonId: number): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation arrives anew
  useEffect(() => {
    if (hash !== `#video-${lessonId}`) return;
    const place = document.getElementById(hash.slice(1));
    place?.scrollIntoView({ block: 'center' });
    place?.focus({ preventScroll: true });
  }, [hash, key, lessonId]);
}

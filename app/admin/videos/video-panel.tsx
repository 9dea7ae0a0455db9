// A lesson's video in its row of the course (U8): sent in three steps, replaced, deleted, watched with its captions.
import type { AdminLesson } from '#sync/contract/authoring.ts';
import { paths } from '../../paths.ts';
import { panelId } from '../lesson-place.ts';
import { KeptVideo } from './kept-video.tsx';
import { VideoSlot } from './video-slot.tsx';

type VideoPanelProps = { lesson: AdminLesson; courseId: number };

export function VideoPanel({ lesson, courseId }: VideoPanelProps) {
  return (
    <VideoSlot
      lesson={lesson}
      courseId={courseId}
      way="signed"
      page={`${paths.adminCourse(courseId)}#${panelId(lesson.id)}`}
      kept={
        lesson.videoUrl === null
          ? null
          : (choose) => <KeptVideo lesson={lesson} courseId={courseId} onReplace={choose} />
      }
    />
  );
}

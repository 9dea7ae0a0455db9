import { useEffect, useMemo, useRef } from 'react';
import type { AdminLesson, Outline } from '#sync/contract/authoring.ts';
import { lessonKind } from '#sync/contract/lesson-rules.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { ConflictBox } from './conflict-box.tsx';
import { KeptOffer } from './kept-offer.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { Neighbours } from './neighbours.tsx';
import { readingOf } from './reading-time.ts';
import { SaveBar } from './save-bar.tsx';
import { Settings } from './settings.tsx';
import { useSettled } from './use-settled.ts';
import { useWriting, type Writing } from './use-writing.ts';
import { WritingDesk } from './writing-desk.tsx';

/** One lesson being written. */
export function WritingView({ outline, lesson }: { outline: Outline; lesson: AdminLesson }) {
  const { course, modules, lessons } = outline;
  const writing = useWriting({ lesson, modules });
  const shown = useSettled(writing.form.body);
  const reading = useMemo(() => readingOf(shown), [shown]);
  useSaveKey(writing);
  useFaultInSight(writing);
  return (
    <AdminFrame
      title={lesson.title}
      back={{ to: paths.adminCourse(course.id), label: 'Back to Lessons' }}
      description={<About lesson={lesson} courseTitle={course.title} />}
    >
      {writing.offered && (
        <KeptOffer kept={writing.offered} rev={lesson.rev} onRestore={writing.restore} onDiscard={writing.discard} />
      )}
      {writing.theirs && (
        <ConflictBox
          mine={writing.form}
          theirs={writing.theirs}
          modules={modules}
          isSaving={writing.isSaving}
          onKeepMine={() => void writing.keepMine()}
          onTakeTheirs={writing.takeTheirs}
        />
      )}
      <WritingDesk writing={writing} courseId={course.id} shown={shown} reading={reading} />
      <Settings writing={writing} modules={modules} hasVideo={lesson.videoUrl !== null} suggested={reading.minutes} />
      <Neighbours lessons={lessons} lessonId={lesson.id} />
      <SaveBar writing={writing} />
      <LeaveGuard isOn={writing.isDirty} />
    </AdminFrame>
  );
}

const WHERE_TEXT_STANDS = {
  text: 'Learners read this text.',
  capstone: 'Learners read this text and write their reflection below it.',
  video: 'Learners find this text below the video.',
  quiz: 'Learners read this text before the questions.',
  exam: 'Learners read this text before the questions.',
};

function About({ lesson, courseTitle }: { lesson: AdminLesson; courseTitle: string }) {
  return (
    <>
      <span className="block">{courseTitle}</span>
      <span className="mt-1 flex flex-wrap items-center gap-2">
        {WHERE_TEXT_STANDS[lessonKind(lesson)]}
        {!lesson.isVisible && <Badge>Hidden from learners</Badge>}
      </span>
    </>
  );
}

/** The button stays in sight while the fields may not: a refusal leads to the first of them that is wrong. */
function useFaultInSight({ refusals }: Writing): void {
  useEffect(() => {
    if (refusals > 0) document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus();
  }, [refusals]);
}

/** Ctrl+S saves, wherever the focus is. */
function useSaveKey({ save }: Writing): void {
  const newest = useRef(save);
  newest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 's')
        return;
      event.preventDefault();
      void newest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

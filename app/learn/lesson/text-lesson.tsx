import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { needsPassedAttempt, ownDocument } from '#sync/contract/lesson.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { lessonLabel } from '../../ui/course-labels.ts';
import { useNavigate } from '../../ui/router.ts';
import { Documents } from '../documents/documents.tsx';
import { LessonActions, LessonBody, type LessonProps } from '../lesson-parts.tsx';

const ADVANCE_AFTER_MS = 500;

/** A text lesson, and one that is a document to read: Continue, where the text ends (decision 156), completes it and soon opens the next one (R-S6). */
export function TextLesson(props: LessonProps) {
  const { view, nextAddress, next, progress, heading, download, documents, end, nextStep } = props;
  const file = ownDocument(view.lesson);
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isCompleted = view.unit.status === 'completed';
  const nextNumber = next?.lesson.orderIndex ?? 0;
  const nextTitle = next?.lesson.title;
  const nextLength = next && lessonLabel(next.lesson);

  const completeAndContinue = async () => {
    setIsLeaving(nextAddress !== null);
    // A quiz fills the screen of a phone with its question and answers, and no message may cover them.
    const isSaid = next !== undefined && !needsPassedAttempt(next.lesson);
    const isSaved = await progress.complete({ isLeft: nextAddress !== null && isSaid });
    if (isSaved && nextAddress) timer.current = setTimeout(() => navigate(nextAddress), ADVANCE_AFTER_MS);
    else setIsLeaving(false);
  };

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        {heading}
        {/* Its room stays: the text must not jump under the finger that has pressed Continue. */}
        <div style={isLeaving ? { visibility: 'hidden' } : undefined}>
          <LessonActions unit={view.unit} onMarkComplete={progress.markComplete} onReset={progress.reset} />
        </div>
      </div>
      {download}
      {file && <Documents documents={[file]} />}
      <LessonBody lesson={view.lesson} />
      {documents}
      {!isLeaving && end}
      {isCompleted && !isLeaving ? (
        nextStep
      ) : (
        <ActionBar isAtEnd className="desk:lg:flex-row desk:lg:items-center desk:lg:justify-end">
          <p className="text-ink-soft desk:lg:me-auto">
            {!nextAddress || !next ? (
              t`Completes this lesson.`
            ) : isLeaving ? (
              t`Opening lesson ${nextNumber}.`
            ) : (
              <Trans>
                Completes this lesson. Next: {nextNumber}. <bdi>{nextTitle}</bdi>,{' '}
                <span className="whitespace-nowrap">{nextLength}</span>
              </Trans>
            )}
          </p>
          <Button size="big" disabled={isLeaving} onClick={() => void completeAndContinue()}>
            {isCompleted ? t`Completed` : t`Continue`}
          </Button>
        </ActionBar>
      )}
    </>
  );
}

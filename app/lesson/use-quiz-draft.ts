import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '#sync/reads.ts';
import { forgetDraft, keepDraft, keptDraft } from '../kept-draft.ts';
import { useEngine } from '../person.tsx';
import type { Attempt } from './quiz-answers.ts';

export interface QuizDraft {
  /** False for the moment in which what a closed page left goes into the database: the quiz is not shown without it. */
  isRead: boolean;
  /** The newest answers could not be kept on this device. */
  isLost: boolean;
  keep: (attempt: Attempt) => void;
  /** The answers were handed in. */
  forget: () => void;
}

/** The answers of a quiz, kept on the device with each press; what a closed page had not written yet waits in kept-draft.ts. */
export function useQuizDraft(lessonId: number): QuizDraft {
  const { replica, userId } = useEngine();
  const [isRead, setIsRead] = useState(() => keptDraft(userId, lessonId) === undefined);
  const [isLost, setIsLost] = useState(false);
  const unwritten = useRef<Attempt>(undefined);

  const forget = useCallback(() => {
    unwritten.current = undefined;
    forgetDraft(userId, lessonId);
  }, [userId, lessonId]);
  const keep = useCallback(
    (attempt: Attempt) => {
      unwritten.current = attempt;
      writeDraft(replica, lessonId, attempt).then(
        () => {
          if (unwritten.current === attempt) forget();
          setIsLost(false);
        },
        () => setIsLost(true),
      );
    },
    [replica, lessonId, forget],
  );
  useEffect(() => {
    const restore = async () => {
      const draft = await readDraft(replica, lessonId);
      const late = keptDraft(userId, lessonId, draft?.savedAt);
      if (late) await writeDraft(replica, lessonId, late);
      forgetDraft(userId, lessonId);
    };
    // What cannot be written now waits on.
    void restore()
      .catch(() => undefined)
      .then(() => setIsRead(true));
  }, [replica, userId, lessonId]);
  useEffect(() => {
    const keepLate = () => unwritten.current && keepDraft(userId, lessonId, unwritten.current);
    window.addEventListener('pagehide', keepLate);
    return () => window.removeEventListener('pagehide', keepLate);
  }, [userId, lessonId]);
  return { isRead, isLost, keep, forget };
}

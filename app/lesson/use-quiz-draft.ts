import { useCallback, useEffect, useRef, useState } from 'react';
import { writeDraft } from '#sync/reads.ts';
import { forgetDraft, keepDraft, keptDraft, restoreDraft } from '../kept-draft.ts';
import { useEngine } from '../person.tsx';
import type { Attempt } from './quiz-answers.ts';

export interface QuizDraft {
  /** False for the moment in which what a closed page left goes into the database: the quiz is not shown without it. */
  isRead: boolean;
  /** What a closed page left and the database does not take. */
  left: Attempt | undefined;
  /** The newest answers could not be kept in the database. */
  isLost: boolean;
  keep: (attempt: Attempt) => void;
  /** The answers were handed in. */
  forget: () => void;
}

type Pressed = { draft: Attempt; savedAt: string };

/** The answers of a quiz, kept on the device with each press; what a closed page had not written yet waits in kept-draft.ts. */
export function useQuizDraft(lessonId: number): QuizDraft {
  const { replica, userId } = useEngine();
  const [isRead, setIsRead] = useState(() => keptDraft(userId, lessonId) === undefined);
  const [left, setLeft] = useState<Attempt>();
  const [isLost, setIsLost] = useState(false);
  const unwritten = useRef<Pressed>(undefined);

  const forget = useCallback(() => {
    unwritten.current = undefined;
    forgetDraft(userId, lessonId);
  }, [userId, lessonId]);
  const keep = useCallback(
    (draft: Attempt) => {
      const pressed = { draft, savedAt: new Date().toISOString() };
      unwritten.current = pressed;
      setLeft(undefined);
      const isNewest = () => unwritten.current === pressed;
      const written = () => {
        if (!isNewest()) return;
        forget();
        setIsLost(false);
      };
      writeDraft(replica, lessonId, draft).then(written, () => isNewest() && setIsLost(true));
    },
    [replica, lessonId, forget],
  );
  useEffect(() => {
    let isHere = true;
    void restoreDraft({ userId, replica }, lessonId).then((late) => {
      if (!isHere) return;
      if (late?.draft.answers) {
        const draft = { ...late.draft, answers: late.draft.answers, spentMs: late.draft.spentMs ?? 0 };
        unwritten.current = { draft, savedAt: late.savedAt };
        setLeft(draft);
        setIsLost(true);
      }
      setIsRead(true);
    });
    return () => {
      isHere = false;
    };
  }, [replica, userId, lessonId]);
  useEffect(() => {
    const keepLate = () => unwritten.current && keepDraft(userId, lessonId, unwritten.current);
    const onHide = () => document.visibilityState === 'hidden' && keepLate();
    window.addEventListener('pagehide', keepLate);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', keepLate);
      document.removeEventListener('visibilitychange', onHide);
      keepLate();
    };
  }, [userId, lessonId]);
  return { isRead, left, isLost, keep, forget };
}

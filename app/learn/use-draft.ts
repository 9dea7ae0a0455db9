import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '#sync/store/reads.ts';
import type { DraftContent } from '#sync/store/replica.ts';
import { useEngine } from '../device/active-user.tsx';
import { forgetDraft, restoreDraft, type StoredDraft, storeDraft } from '../device/draft-store.ts';

export interface LessonDraft {
  /** False until `first` is known. */
  isRead: boolean;
  /** What was begun before this page was opened, until something newer is kept. */
  first: DraftContent | undefined;
  /** 'kept': the newest is in the database; 'failed': it could not be written there. */
  state: 'none' | 'kept' | 'failed';
  keep: (draft: DraftContent) => void;
  /** It was handed in, here or in another tab. */
  forget: () => void;
  /** Forgets it when `work` has handed it in, which is then true; no later write brings it back. */
  handIn: (work: () => Promise<boolean>) => Promise<boolean>;
}

/**
 * The begun work of a lesson, kept on the device while one types or chooses (S7, Q1). One write at a time, then the newest:
 * typing waits for nothing. What a closed page had not written yet is kept in local storage until the next opening.
 */
export function useDraft(lessonId: number): LessonDraft {
  const { replica, userId } = useEngine();
  const [isRead, setIsRead] = useState(false);
  const [first, setFirst] = useState<DraftContent>();
  const [state, setState] = useState<LessonDraft['state']>('none');
  const unwritten = useRef<StoredDraft>(undefined);
  const isWriting = useRef(false);
  const isHandingIn = useRef(false);

  const write = useCallback(async () => {
    if (isWriting.current) return;
    isWriting.current = true;
    try {
      for (let newest = unwritten.current; newest && !isHandingIn.current; newest = unwritten.current) {
        await writeDraft(replica, lessonId, newest.draft);
        if (unwritten.current === newest) unwritten.current = undefined;
      }
      if (!unwritten.current) {
        forgetDraft(userId, lessonId);
        setState('kept');
      }
    } catch {
      setState('failed');
    }
    isWriting.current = false;
  }, [replica, userId, lessonId]);
  const keep = useCallback(
    (draft: DraftContent) => {
      unwritten.current = { draft, savedAt: new Date().toISOString() };
      setFirst(undefined);
      setState((before) => (before === 'kept' ? 'none' : before));
      void write();
    },
    [write],
  );
  const forget = useCallback(() => {
    unwritten.current = undefined;
    forgetDraft(userId, lessonId);
  }, [userId, lessonId]);
  const handIn = useCallback(
    async (work: () => Promise<boolean>) => {
      isHandingIn.current = true;
      const isHandedIn = await work();
      isHandingIn.current = false;
      if (!isHandedIn) void write();
      else {
        forget();
        // What was being written just before may have come after it.
        replica.drafts.delete(lessonId).catch(() => undefined);
      }
      return isHandedIn;
    },
    [replica, lessonId, forget, write],
  );

  useEffect(() => {
    let isHere = true;
    const read = async () => {
      const left = await restoreDraft({ userId, replica }, lessonId);
      const begun = left?.draft ?? (await readDraft(replica, lessonId));
      if (!isHere) return;
      unwritten.current ??= left;
      setFirst(begun);
      if (begun) setState(left ? 'failed' : 'kept');
    };
    void read()
      .catch(() => setState('failed'))
      .then(() => isHere && setIsRead(true));
    return () => {
      isHere = false;
    };
  }, [replica, userId, lessonId]);
  useEffect(() => {
    const keepLate = () => unwritten.current && storeDraft(userId, lessonId, unwritten.current);
    const onHide = () => document.visibilityState === 'hidden' && keepLate();
    window.addEventListener('pagehide', keepLate);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', keepLate);
      document.removeEventListener('visibilitychange', onHide);
      keepLate();
    };
  }, [userId, lessonId]);
  return { isRead, first, state, keep, forget, handIn };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readDraft, writeDraft } from '#sync/store/reads.ts';
import type { DraftContent } from '#sync/store/replica.ts';
import { useEngine } from '../device/active-user.tsx';
import { forgetDraft, restoreDraft, type StoredDraft, storeDraft } from '../device/draft-store.ts';
import { useWhenHidden } from '../device/page-signals.ts';

/**
 * The draft of a lesson, saved on the device while the user types or chooses (R-S7, R-Q1). One write at a time, then the newest
 * draft, so that typing never waits. What a closing page has not written yet is stored in local storage until the next visit.
 */
export function useDraft(lessonId: number) {
  const { replica, userId } = useEngine();
  /** False until `initial` is known. */
  const [isRead, setIsRead] = useState(false);
  /** The draft from before this page was opened, until a newer one is saved. */
  const [initial, setInitial] = useState<DraftContent>();
  /** 'saved': the newest draft is in the database; 'failed': it could not be written there. */
  const [state, setState] = useState<'none' | 'saved' | 'failed'>('none');
  const unwritten = useRef<StoredDraft>(undefined);
  const isWriting = useRef(false);
  const isSubmitting = useRef(false);

  const write = async () => {
    if (isWriting.current) return;
    isWriting.current = true;
    try {
      for (let newest = unwritten.current; newest && !isSubmitting.current; newest = unwritten.current) {
        await writeDraft(replica, lessonId, newest.draft);
        if (unwritten.current === newest) unwritten.current = undefined;
      }
      if (!unwritten.current) {
        forgetDraft(userId, lessonId);
        setState('saved');
      }
    } catch {
      setState('failed');
    }
    isWriting.current = false;
  };
  const save = (draft: DraftContent) => {
    unwritten.current = { draft, savedAt: new Date().toISOString() };
    setInitial(undefined);
    setState((before) => (before === 'saved' ? 'none' : before));
    void write();
  };
  /** Discards the draft: it was submitted, here or in another tab. */
  const forget = () => {
    unwritten.current = undefined;
    forgetDraft(userId, lessonId);
  };
  /** Runs `work`; when that returns true, the draft was submitted and is discarded, also from writes under way. */
  const submit = async (work: () => Promise<boolean>) => {
    isSubmitting.current = true;
    const isSubmitted = await work();
    isSubmitting.current = false;
    if (!isSubmitted) void write();
    else {
      forget();
      // A write that was under way may have ended after the submission.
      replica.drafts.delete(lessonId).catch(() => undefined);
    }
    return isSubmitted;
  };

  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const restored = await restoreDraft({ userId, replica }, lessonId);
      const begun = restored?.draft ?? (await readDraft(replica, lessonId));
      if (!isCurrent) return;
      unwritten.current ??= restored;
      setInitial(begun);
      if (begun) setState(restored ? 'failed' : 'saved');
    };
    void read()
      .catch(() => setState('failed'))
      .then(() => isCurrent && setIsRead(true));
    return () => {
      isCurrent = false;
    };
  }, [replica, userId, lessonId]);
  const storeUnwritten = useEffectEvent(() => unwritten.current && storeDraft(userId, lessonId, unwritten.current));
  useWhenHidden(() => storeUnwritten());
  useEffect(() => {
    const store = () => void storeUnwritten();
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      store();
    };
  }, []);
  return { isRead, initial, state, save, forget, submit };
}

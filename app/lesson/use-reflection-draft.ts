import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '#sync/reads.ts';
import { forgetDraft, keepDraft, keptDraft } from '../kept-draft.ts';
import { useEngine } from '../person.tsx';

/** `typed` is undefined until something was typed, here or before; `state` is that of the newest text. */
export interface ReflectionDraft {
  isRead: boolean;
  typed: string | undefined;
  state: 'none' | 'kept' | 'failed';
  write: (text: string) => void;
  /** Resolves when nothing is being written any more: a late write must not bring a draft back that was handed in. */
  settled: () => Promise<void>;
}

/**
 * A reflection being written, kept on the device while one types (S7). One write at a time, the newest text next: however
 * long the text is, typing waits for nothing; what a closed page had not written yet is kept beside (kept-draft.ts).
 */
export function useReflectionDraft(lessonId: number): ReflectionDraft {
  const { replica, userId } = useEngine();
  const [isRead, setIsRead] = useState(false);
  const [typed, setTyped] = useState<string>();
  const [state, setState] = useState<ReflectionDraft['state']>('none');
  const newest = useRef<{ text: string; savedAt: string }>(undefined);
  const writing = useRef<Promise<void>>(undefined);

  const keep = useCallback(async () => {
    try {
      for (let typed = newest.current; typed; typed = newest.current) {
        await writeDraft(replica, lessonId, { reflection: typed.text });
        if (newest.current === typed) newest.current = undefined;
      }
      forgetDraft(userId, lessonId);
      setState('kept');
    } catch {
      setState('failed');
    }
    writing.current = undefined;
  }, [replica, userId, lessonId]);
  const write = useCallback(
    (text: string) => {
      setTyped(text);
      setState('none');
      newest.current = { text, savedAt: new Date().toISOString() };
      writing.current ??= keep();
    },
    [keep],
  );
  useEffect(() => {
    const read = async () => {
      const draft = await readDraft(replica, lessonId);
      const late = keptDraft(userId, lessonId, draft?.savedAt)?.draft.reflection;
      if (late !== undefined) write(late);
      else if (draft?.reflection !== undefined) setTyped(draft.reflection);
    };
    void read()
      .catch(() => setState('failed'))
      .then(() => setIsRead(true));
  }, [replica, userId, lessonId, write]);
  useEffect(() => {
    const keepLate = () => {
      const typed = newest.current;
      if (typed) keepDraft(userId, lessonId, { draft: { reflection: typed.text }, savedAt: typed.savedAt });
    };
    window.addEventListener('pagehide', keepLate);
    return () => {
      window.removeEventListener('pagehide', keepLate);
      keepLate();
    };
  }, [userId, lessonId]);

  const settled = useCallback(() => writing.current ?? Promise.resolve(), []);
  return { isRead, typed, state, write, settled };
}

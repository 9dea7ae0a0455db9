import { useContext, useRef, useState } from 'react';
import type { AdminLesson, CourseModule } from '#sync/contract/authoring.ts';
import { ApiError } from '../../api/client.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { PictureHosts } from '../../ui/picture-hosts.ts';
import { useToast } from '../../ui/toast.tsx';
import { adminToasts } from '../forms/messages.ts';
import { differences } from '../forms/use-edited.ts';
import { hostsNotShown } from '../outline/external-pictures.ts';
import { useChangeLesson } from '../outline/use-outline.ts';
import { type FormErrors, fieldErrors, formOf, type LessonForm, payloadOf } from './lesson-form.ts';
import { deleteDraft, readDraft, saveDraft } from './text-drafts.ts';

type Base = { form: LessonForm; rev: number };

export type Writing = ReturnType<typeof useWriting>;

/** The state of the writing page. Every change is stored on the device at once. */
export function useWriting({ lesson, modules }: { lesson: AdminLesson; modules: readonly CourseModule[] }) {
  const owner = { userId: useActiveUser().userId, lessonId: lesson.id };
  const toast = useToast();
  const allowedHosts = useContext(PictureHosts);
  const [base, setBase] = useState<Base>(() => ({ form: formOf(lesson, modules), rev: lesson.rev }));
  const [form, setForm] = useState(base.form);
  const [edition, setEdition] = useState(0);
  const [isKept, setKept] = useState(true);
  const [errors, setErrors] = useState<FormErrors>({});
  const [refusals, setRefusals] = useState(0);
  const [isRefused, setRefused] = useState(false);
  const [isGone, setGone] = useState(false);
  // Fetched again after the refusal.
  const other: Base | undefined =
    isRefused && lesson.rev !== base.rev ? { form: formOf(lesson, modules), rev: lesson.rev } : undefined;
  const [offered, setOffered] = useState(() => readDraft(owner));
  const newest = useRef({ form, base });
  newest.current = { form, base };

  /** Shows the fields and stores them as a draft, unless they equal the saved version. */
  const show = (next: LessonForm, on: Base) => {
    newest.current = { form: next, base: on };
    setForm(next);
    setBase(on);
    const changed = differences(next, on.form);
    if (Object.keys(changed).length === 0) deleteDraft(owner);
    else setKept(saveDraft(owner, { at: Date.now(), rev: on.rev, changed, title: next.title }));
  };
  const replace = (next: LessonForm, on: Base) => {
    if (next.body !== newest.current.form.body) setEdition((count) => count + 1);
    setErrors({});
    show(next, on);
  };
  const change = (part: Partial<LessonForm>) => {
    const { form: before, base: on } = newest.current;
    show({ ...before, ...part }, on);
    const cleared = Object.keys(part).filter((name) => name in errors);
    if (cleared.length > 0) setErrors({ ...errors, ...errorsIn(part) });
  };

  const sent = useRef(form);
  const act = useChangeLesson(lesson, {
    successToast: () => savedToast(hostsNotShown(sent.current.body, allowedHosts)),
    onSuccess: ({ lesson: kept }) => {
      setRefused(false);
      // Changes typed during the request stay unsaved; for the other fields the server's values are shown.
      const saved = { ...formOf(kept, modules), body: sent.current.body };
      const since = differences(newest.current.form, sent.current);
      show({ ...saved, ...since }, { form: saved, rev: kept.rev });
    },
    onError: (failure) => {
      setRefused(failure instanceof ApiError && failure.code === 'lesson_changed');
      setGone(failure instanceof ApiError && failure.code === 'lesson_not_found');
    },
  });
  const send = async (on: Base) => {
    sent.current = newest.current.form;
    const changed = differences(sent.current, on.form);
    const wrong = fieldErrors(changed);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return setRefusals((count) => count + 1);
    await act.run({ ...payloadOf(changed), seenRev: on.rev });
  };

  const merged = (onto: Base): LessonForm => ({ ...onto.form, ...differences(form, base.form) });
  const undoTo = (to: LessonForm, on: Base) => () => replace(to, on);
  return {
    form,
    /** Incremented when the text is replaced from outside the text area. */
    edition,
    isDirty: Object.keys(differences(form, base.form)).length > 0,
    isSaving: act.isRunning,
    /** True once a save was refused because someone has deleted the lesson. */
    isGone,
    /** False when this device could not store the draft. */
    isKept,
    errors,
    /** Incremented each time a save was refused because of errors. */
    refusals,
    /** The unsaved draft of an earlier visit, until the author restores or discards it. */
    offered,
    /** The version that another author has saved meanwhile. */
    theirs: other?.form,
    /** Their version with what this person has changed, which is what `keepMine` saves. */
    mine: merged(other ?? base),
    change,
    save: async () => {
      const { form: now, base: on } = newest.current;
      if (act.isRunning || other || offered || Object.keys(differences(now, on.form)).length === 0) return;
      await send(on);
    },
    restore: () => {
      if (!offered) return;
      setOffered(undefined);
      // A draft of an older revision meets its conflict when it is saved.
      replace({ ...base.form, ...offered.changed }, { form: base.form, rev: offered.rev });
    },
    discard: () => {
      if (!offered) return;
      setOffered(undefined);
      deleteDraft(owner);
      const undo = undoTo({ ...base.form, ...offered.changed }, { form: base.form, rev: offered.rev });
      toast({ title: 'Unsaved text discarded', action: { label: 'Undo', onPress: undo } });
    },
    /** Saves over the other author's version; fields that only they have changed stay theirs. */
    keepMine: async () => {
      if (!other) return;
      replace(merged(other), other);
      setRefused(false);
      await send(other);
    },
    takeTheirs: () => {
      if (!other) return;
      setRefused(false);
      const undo = undoTo(merged(other), other);
      replace(other.form, other);
      toast({ title: 'Their version is shown', action: { label: 'Bring mine back', onPress: undo } });
    },
  };
}

const savedToast = (hosts: readonly string[]) =>
  hosts.length === 0
    ? adminToasts.lessonUpdated
    : {
        title: 'Lesson updated',
        description: `Pictures from ${hosts.join(', ')} are shown as links. Add them with the Picture button instead.`,
      };

const errorsIn = (part: Partial<LessonForm>): FormErrors => {
  const none = Object.fromEntries(Object.keys(part).map((name) => [name, undefined]));
  return { ...none, ...fieldErrors(part) };
};

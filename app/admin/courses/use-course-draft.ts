import { useEffect, useState } from 'react';
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { courseDraftKey } from '../../device/draft-store.ts';
import { type CourseForm, NEW_ON_SCREEN } from './course-form.ts';

/** A course being written; `savedId` is the course on the server once it was saved. */
type CourseDraft = { form: CourseForm; savedId?: number };

const FIRST: CourseDraft = { form: NEW_ON_SCREEN };

/** The form of the creation screen, stored on this device per user until it is saved, so that a reload loses nothing. */
export function useCourseDraft() {
  const key = courseDraftKey(useActiveUser().userId);
  const [draft, setDraft] = useState<CourseDraft>();
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const restore = async () => {
      const found = (await readSetting(device, key).catch(() => undefined)) as CourseDraft | null | undefined;
      if (!isCurrent) return;
      setDraft(found ? { ...found, form: { ...NEW_ON_SCREEN, ...found.form } } : FIRST);
      setRestored(Boolean(found));
    };
    void restore();
    return () => {
      isCurrent = false;
    };
  }, [key]);
  /** A failure to store it must not interrupt typing. */
  const write = (value: CourseDraft | null) => void writeSetting(device, key, value).catch(() => {});
  const type = (next: CourseDraft) => {
    setDraft(next);
    write(next);
  };
  /** After a save: the device need not store it any more. */
  const settle = (next: CourseDraft) => {
    setDraft(next);
    setRestored(false);
    write(null);
  };
  return draft && { ...draft, isRestored, type, settle, startOver: () => settle(FIRST) };
}

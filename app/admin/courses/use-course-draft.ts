import { useEffect, useState } from 'react';
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { type CourseForm, NEW_ON_SCREEN } from './course-form.ts';

/** A course being written; `savedId` is the course on the server once it was saved. */
export type CourseDraft = { form: CourseForm; savedId: number | undefined };

const FIRST: CourseDraft = { form: NEW_ON_SCREEN, savedId: undefined };
const keyOf = (userId: string) => `writtenCourse:${userId}`;

/** The form of the creation screen, stored on this device per user until it is saved, so that a reload loses nothing. */
export function useCourseDraft() {
  const { userId } = useActiveUser();
  const [kept, setKept] = useState<CourseDraft>();
  const [isRestored, setIsRestored] = useState(false);

  useEffect(() => {
    let current = true;
    const read = readSetting(device, keyOf(userId)).then(keptIn, () => undefined);
    void read.then((found) => {
      if (!current) return;
      setKept(found ?? FIRST);
      setIsRestored(found !== undefined);
    });
    return () => {
      current = false;
    };
  }, [userId]);

  /** A failure to store it must not interrupt typing. */
  const write = (value: CourseDraft | null) => void writeSetting(device, keyOf(userId), value).catch(() => {});
  const type = (next: CourseDraft) => {
    setKept(next);
    write(next);
  };
  /** After a save: the device need not store it any more. */
  const settle = (next: CourseDraft) => {
    setKept(next);
    setIsRestored(false);
    write(null);
  };
  const startOver = () => settle(FIRST);
  return { kept, isRestored, type, settle, startOver };
}

/** The stored draft, as far as it fits the current form. */
function keptIn(value: unknown): CourseDraft | undefined {
  if (!isRecord(value) || !isRecord(value.form)) return undefined;
  const found = value.form;
  const known = Object.entries(NEW_ON_SCREEN).map(([field, blank]) => {
    const typed = found[field];
    const fits = typeof typed === typeof blank && Array.isArray(typed) === Array.isArray(blank);
    return [field, fits ? typed : blank];
  });
  const form: CourseForm = Object.fromEntries(known);
  return { form, savedId: typeof value.savedId === 'number' ? value.savedId : undefined };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

import { useEffect, useState } from 'react';
import { readSetting, writeSetting } from '#sync/store/device.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { type CourseForm, NEW_ON_SCREEN } from './course-form.ts';

/** A course being written; `savedId` is the draft on the server that it has become. */
export type CourseDraft = { form: CourseForm; savedId: number | undefined };

const FIRST: CourseDraft = { form: NEW_ON_SCREEN, savedId: undefined };
const keyOf = (userId: string) => `writtenCourse:${userId}`;

/** The form of the creation screen, kept on this device for this person until it is saved: a reload or a lost session loses nothing. */
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

  /** A device that cannot keep it must not stop the typing. */
  const write = (value: CourseDraft | null) => void writeSetting(device, keyOf(userId), value).catch(() => {});
  /** What was typed, to be kept. */
  const type = (next: CourseDraft) => {
    setKept(next);
    write(next);
  };
  /** The server has it: nothing of it needs to be kept here. */
  const settle = (next: CourseDraft) => {
    setKept(next);
    setIsRestored(false);
    write(null);
  };
  const startOver = () => settle(FIRST);
  return { kept, isRestored, type, settle, startOver };
}

/** What the device holds, as far as it is of today's form. */
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

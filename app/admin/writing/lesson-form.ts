// The fields of the writing page, and the request body made from them. Pure, on plain data.
import { type AdminLesson, type CourseModule, groupLessons, LessonChange } from '#sync/contract/authoring.ts';
import type { LessonKind } from '#sync/contract/lesson.ts';
import { fieldErrors as contractErrors } from '../../api/use-api-mutation.ts';

/** `minutes` and `points` as typed; `moduleId` is '' for the group 'Other/New Lessons', `kind` where title and video decide. */
export type LessonForm = {
  title: string;
  description: string;
  body: string;
  kind: LessonKind | '';
  isPreview: boolean;
  points: string;
  minutes: string;
  moduleId: string;
};
export type FormErrors = Partial<Record<keyof LessonForm, string>>;

/** The fields of a lesson. Line breaks are those of a text area. */
export function formOf(lesson: AdminLesson, modules: readonly CourseModule[]): LessonForm {
  const home = groupLessons({ modules, lessons: [lesson] }).find(({ lessons }) => lessons.length > 0)?.module;
  return {
    title: lesson.title,
    description: lesson.description,
    body: lesson.body.replaceAll('\r\n', '\n').replaceAll('\r', '\n'),
    kind: lesson.kind ?? '',
    isPreview: lesson.isPreview,
    points: String(lesson.points),
    minutes: String(Math.round((lesson.duration / 60) * 100) / 100),
    moduleId: home ? String(home.id) : '',
  };
}

/** The body of PUT /api/admin/lessons/{id} for the changed fields. */
export function payloadOf({ kind, minutes, points, moduleId, ...texts }: Partial<LessonForm>): LessonChange {
  return {
    ...texts,
    ...(kind !== undefined && { kind: kind || null }),
    ...(points !== undefined && { points: numberOf(points) }),
    ...(minutes !== undefined && { duration: Math.round(numberOf(minutes) * 60) }),
    ...(moduleId !== undefined && { moduleId: moduleId === '' ? null : Number(moduleId) }),
  };
}

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')));

/** The errors of the changed fields, in the contract's own words. */
export function fieldErrors(changed: Partial<LessonForm>): FormErrors {
  const { duration, ...errors } = contractErrors(LessonChange, payloadOf(changed));
  return { ...errors, ...(duration && { minutes: 'Minutes must be a number from 0 to 1440.' }) };
}

export const FIELD_NAMES: Record<keyof LessonForm, string> = {
  title: 'Title',
  description: 'Description',
  body: 'Text',
  kind: 'Kind',
  isPreview: 'Free preview',
  points: 'Points',
  minutes: 'Minutes',
  moduleId: 'Module',
};

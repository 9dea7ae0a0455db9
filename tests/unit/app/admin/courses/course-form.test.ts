import { describe, expect, test } from 'vitest';
import {
  centsIn,
  dialogPayload,
  durationErrors,
  editPayload,
  formOf,
  minutesIn,
  NEW_IN_DIALOG,
  NEW_ON_SCREEN,
  reachErrors,
  screenPayload,
} from '#app/admin/courses/course-form.ts';
import { categoryOptions, DIALOG_CATEGORIES } from '#app/admin/lists/course-options.tsx';
import { fieldErrors } from '#app/api/use-api-mutation.ts';
import { CourseChange, NewCourse, WrittenCourse } from '#sync/contract/course-draft.ts';
import type { AdminCourse } from '#sync/contract/organization.ts';

const TEXTS = { title: 'Roofs', description: 'How to stay on one.', instructorName: 'Rita' };
const FILL_IN = 'Please fill in all required fields.';
const ORGANIZATION = 'b3f0a5c2-8a70-4c5e-9d0e-2f1f7f6f9a11';
const COURSE: AdminCourse = {
  ...{ id: 7, ...TEXTS, category: 'rope work', level: 'advanced', language: 'Dutch', duration: 95, price: 4990 },
  ...{ rating: 4.5, reviewCount: 2, enrollmentCount: 3, lessonCount: 4, instructorAvatar: null, thumbnail: null },
  ...{ visibility: 'organization', isPublished: true, objectives: ['Climb'], prerequisites: [] },
  validMonths: 12,
  ...{ rev: 3, createdAt: '2026-11-20T10:00:00.000Z', organizationId: ORGANIZATION },
  organization: { id: ORGANIZATION, name: 'Demo Inspections' },
};

describe('[M10] what the create dialog sends', () => {
  test('has the defaults of the specification', () => {
    expect(dialogPayload({ ...NEW_IN_DIALOG, ...TEXTS }, true)).toEqual({
      ...TEXTS,
      ...{ category: 'technology', level: 'beginner', language: 'English' },
      ...{ visibility: 'public', organizationId: null },
    });
  });

  test("is for the organization's members when an org admin sends it, and leaves the owner to the server", () => {
    const sent = dialogPayload({ ...NEW_IN_DIALOG, visibility: 'public', organizationId: ORGANIZATION }, false);
    expect(sent).toMatchObject({ visibility: 'organization' });
    expect(sent).not.toHaveProperty('organizationId');
  });

  test('names an organization only for a course of one, and then must', () => {
    const chosen = { ...NEW_IN_DIALOG, organizationId: ORGANIZATION };
    expect(dialogPayload(chosen, true)).toMatchObject({ organizationId: null });
    expect(dialogPayload({ ...chosen, visibility: 'organization' }, true)).toMatchObject({
      organizationId: ORGANIZATION,
    });
    const open = { ...NEW_IN_DIALOG, visibility: 'organization' };
    expect(reachErrors(open, true)).toEqual({ organizationId: 'Please select an organization first.' });
    expect(reachErrors(open, false)).toEqual({});
    expect(reachErrors({ ...open, organizationId: ORGANIZATION }, true)).toEqual({});
  });

  test('lacks title, description and instructor until they are typed; blanks are nothing', () => {
    const errors = fieldErrors(NewCourse, dialogPayload({ ...NEW_IN_DIALOG, title: '  ' }, true));
    expect(errors).toEqual({ title: FILL_IN, description: FILL_IN, instructorName: FILL_IN });
    expect(fieldErrors(NewCourse, dialogPayload({ ...NEW_IN_DIALOG, ...TEXTS, duration: '-5' }, true))).toEqual({
      duration: 'Duration must be 0 or greater',
    });
  });
});

describe('[M11] what the creation screen sends', () => {
  test('needs every required field and a duration above 0', () => {
    expect(fieldErrors(WrittenCourse, screenPayload(NEW_ON_SCREEN))).toEqual({
      ...{ title: FILL_IN, description: FILL_IN, instructorName: FILL_IN, category: FILL_IN, level: FILL_IN },
      duration: 'Duration must be greater than 0',
    });
  });

  test('is a draft with its lists and its picture, and fits the contract', () => {
    const typed = { ...NEW_ON_SCREEN, ...TEXTS, category: 'it & software', level: 'beginner', duration: '75.9' };
    const next = { nextObjective: ' Set a ladder ', nextPrerequisite: ' ' };
    expect(screenPayload({ ...typed, ...next, objectives: ['Climb'] })).toMatchObject({
      objectives: ['Climb', 'Set a ladder'],
      prerequisites: [],
    });
    const sent = screenPayload({ ...typed, objectives: ['Climb'], thumbnail: ' https://pictures.example/roof.jpg ' });
    expect(fieldErrors(WrittenCourse, sent)).toEqual({});
    expect(sent).toMatchObject({ isPublished: false, duration: 75, objectives: ['Climb'], prerequisites: [] });
    expect(sent.thumbnail).toBe('https://pictures.example/roof.jpg');
    expect(fieldErrors(WrittenCourse, { ...sent, thumbnail: 'javascript:alert(1)' })).toEqual({
      thumbnail: 'The picture must be an http or https address.',
    });
  });

  test.each([
    ['90', 90],
    ['12.7', 12],
    ['', 0],
    ['soon', 0],
    ['-3', -3],
  ])('reads %j as %d minutes', (text, minutes) => expect(minutesIn(text)).toBe(minutes));
});

describe('[M4] the edit dialog', () => {
  test('opens with the course as it is, and sends it back unchanged', () => {
    const sent = editPayload(formOf(COURSE), true);
    expect(fieldErrors(CourseChange, sent)).toEqual({});
    expect(COURSE).toMatchObject(sent);
  });

  test('of an org admin says nothing of visibility and owner, which are not theirs to change', () => {
    const sent = editPayload(formOf(COURSE), false);
    expect(sent).not.toHaveProperty('visibility');
    expect(sent).not.toHaveProperty('organizationId');
  });

  test.each([
    ['0', 0],
    ['', 0],
    ['49', 4900],
    ['49.9', 4990],
    ['49,90', 4990],
  ])('reads the price %j as %d cents', (text, cents) => expect(centsIn(text)).toBe(cents));

  test.each(['dear', '-1', '1.234', '1e3', '$5'])('takes %j for no price', (price) => {
    const sent = editPayload({ ...formOf(COURSE), price }, true);
    expect(fieldErrors(CourseChange, sent)).toEqual({ price: 'The price must be a number.' });
  });

  test("offers the course's own category also when it is not in the list", () => {
    expect(categoryOptions(DIALOG_CATEGORIES, 'rope work').map(([value]) => value)).toContain('rope work');
    expect(categoryOptions(DIALOG_CATEGORIES, 'software')).toHaveLength(DIALOG_CATEGORIES.length);
  });
});

test('[U2] the edit dialog asks for whole minutes', () => {
  const faultOf = (duration: string) => durationErrors({ ...NEW_ON_SCREEN, duration }).duration;
  expect(faultOf(' ')).toBe(FILL_IN);
  for (const wrong of ['1.5', '1,5', '1e3', 'an hour']) {
    expect(faultOf(wrong), wrong).toBe('Duration must be a whole number of minutes.');
  }
  for (const right of ['0', '95', ' 7 ']) expect(faultOf(right), right).toBeUndefined();
  // The contract's own sentence is for these.
  expect(faultOf('-1')).toBeUndefined();
});

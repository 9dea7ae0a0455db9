import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CourseChange } from '#sync/contract/course-draft.ts';
import { AdminPage, Enrollment, NewInvitationForm } from '#sync/contract/organization.ts';
import { issueSentence } from '#sync/contract/sentences.ts';

const said = (shape: z.ZodMiniType, value: unknown) =>
  z.safeParse(shape, value, { error: issueSentence }).error?.issues.map(({ message }) => message);

test.each<[z.ZodMiniType, unknown, string]>([
  [CourseChange, { visibility: 'secret' }, 'Visibility must be public, organization, or private.'],
  [CourseChange, { isPublished: 'yes' }, 'Published must be true or false.'],
  [CourseChange, { category: 'x'.repeat(101) }, 'The category may have at most 100 characters.'],
  [CourseChange, { objectives: ['Climb', ''] }, 'Objectives (row 2) is required.'],
  [CourseChange, { objectives: 'Climb' }, 'Objectives must be a list.'],
  [CourseChange, { organizationId: 'ours' }, 'Organization must be an id.'],
  [NewInvitationForm, { organizationId: crypto.randomUUID(), role: 'owner' }, 'Role must be member or admin.'],
  [
    NewInvitationForm,
    { organizationId: crypto.randomUUID(), expiresAt: 'tomorrow' },
    'Expiry must be a date and time such as 2026-11-22T18:00:00Z.',
  ],
  [Enrollment, { userIds: [] }, 'Users must have at least one entry.'],
  [z.record(z.string(), z.number()), { constructor: 'x' }, 'Constructor must be a number.'],
  [AdminPage, { limit: 'many' }, 'Limit must be a number.'],
  [AdminPage, { limit: 501 }, 'Limit may be at most 500.'],
  [z.strictObject({}), { secretWay: 1 }, 'Secret way is not expected here.'],
  [
    z.object({ answers: z.array(z.object({ text: z.string() })) }),
    { answers: [{}] },
    'Answers (row 1), text is required.',
  ],
  [z.object({ full_name: z.string() }), null, 'The request is required.'],
])('what a schema refuses is a sentence with the label of the field (%#)', (shape, value, sentence) => {
  expect(said(shape, value)).toEqual([sentence]);
});

test('a sentence of the schema’s own stays', () => {
  expect(said(CourseChange, { title: ' ' })).toEqual(['Please fill in all required fields.']);
});

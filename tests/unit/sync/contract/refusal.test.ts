import { expect, test } from 'vitest';
import { REFUSALS, Refusal } from '#sync/contract/refusal.ts';
import { isServerPath } from '#sync/contract/server.ts';
import { tokenSubject } from '#sync/contract/session.ts';

test('every refusal has a status and a sentence', () => {
  for (const [code, [status, message]] of Object.entries(REFUSALS)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(message).toMatch(/^[A-Z].+/);
  }
});

test('[Y10] 409 on progress calls means already completed and nothing else; the others belong to calls of administrators and invitations', () => {
  const conflicts = Object.entries(REFUSALS).filter(([, [status]]) => status === 409);
  expect(conflicts.map(([code]) => code)).toEqual([
    'already_completed',
    'invitation_already_used',
    'slug_taken',
    'course_changed',
    'organization_changed',
    'outline_changed',
    'lesson_changed',
    'question_changed',
    'upload_already_used',
    'upload_offset_wrong',
  ]);
});

test('a refusal carries its status and may have a more precise message', () => {
  const refusal = new Refusal('validation_failed', { field: 'lessonId' }, 'lessonId must be a whole number.');
  expect(refusal).toMatchObject({
    status: 400,
    details: { field: 'lessonId' },
    message: 'lessonId must be a whole number.',
  });
});

test('server paths are told from pages of the app', () => {
  for (const path of ['/api/courses', '/auth/v1/verify', '/media/x', '/dev/mail'])
    expect(isServerPath(path)).toBe(true);
  for (const path of ['/', '/auth', '/auth/callback', '/course/1', '/apiary', '/mediation'])
    expect(isServerPath(path)).toBe(false);
});

test.each(['', 'a.b', 'a.b.c', 'not a token', `x.${btoa('{"sub":5}')}.y`])('%j has no subject', (token) => {
  expect(tokenSubject(token)).toBeUndefined();
});

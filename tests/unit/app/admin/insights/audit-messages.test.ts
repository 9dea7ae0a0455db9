import { describe, expect, test } from 'vitest';
import { actorWords, actWords, detailWords, type LoggedAct, subjectWords } from '#app/admin/insights/audit-messages.ts';

const act = (fields: Partial<LoggedAct>): LoggedAct => ({
  id: 1,
  at: '2026-01-01T00:00:00.000Z',
  action: 'course.granted',
  actor: null,
  organizationId: null,
  subject: null,
  details: null,
  ip: null,
  ...fields,
});
const names = { o: 'Demo Inspections', a: 'Acme', p: 'Pia Person', 'course/4': 'Certified Field Inspector' };

describe('[Z7] the audit log in plain words', () => {
  test('says what was done, also what this version does not know', () => {
    expect(actWords('course.grant_revoked')).toBe('Took a granted course back');
    expect(actWords('media.wasThrown_away')).toBe('Media was thrown away');
  });

  test('names who did it: by name, by address, by the id of somebody who is gone, or as nobody known', () => {
    const by = (name: string | null, email: string | null) => actorWords(act({ actor: { id: 'p', name, email } }));
    expect([by('Pia Person', 'p@x'), by(null, 'p@x'), by(null, null)]).toEqual(['Pia Person', 'p@x', 'p']);
    expect(actorWords(act({ action: 'account.sign_in_failed' }))).toBe('Signed-out visitor');
    expect(actorWords(act({ details: { by: 'operator' } }))).toBe('The operator');
  });

  test('names what it was about, by the names of today', () => {
    expect(subjectWords(act({ subject: '4', organizationId: 'o' }), names)).toBe(
      'Certified Field Inspector (Demo Inspections)',
    );
    expect(subjectWords(act({ subject: '9' }), names)).toBe('Course 9');
    expect(subjectWords(act({ action: 'organization.created', subject: 'o', organizationId: 'o' }), names)).toBe(
      'Demo Inspections',
    );
    expect(subjectWords(act({ action: 'organization.person_assigned', subject: 'p' }), names)).toBe('Pia Person');
    expect(subjectWords(act({ action: 'account.sign_in', subject: 'a-session' }), names)).toBe('');
    const deleted = { action: 'lesson.deleted', subject: '4', details: { title: 'Roofs', courseId: 4 } };
    expect(subjectWords(act(deleted), names)).toBe('Roofs');
    expect(subjectWords(act({ action: 'lessons.reordered', subject: '4' }), names)).toBe('Certified Field Inspector');
  });

  test('tells the rest, without what is empty', () => {
    expect(detailWords(act({ details: { from: 'o', to: 'a', wasOrgAdmin: true } }), names)).toBe(
      'From: Demo Inspections. To: Acme. Was org admin: yes',
    );
    expect(detailWords(act({ details: { maxUses: 5, expiresAt: null, courseId: 4 } }), names)).toBe(
      'Max uses: 5. Course: Certified Field Inspector',
    );
    expect(detailWords(act({ details: { fields: ['title', 'price'] } }), names)).toBe('Fields: title, price');
    expect(detailWords(act({}), names)).toBe('');
  });
});

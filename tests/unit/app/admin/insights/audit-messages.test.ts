import { describe, expect, test } from 'vitest';
import {
  type AuditEvent,
  actionLabel,
  actorLabel,
  detailsLabel,
  targetLabel,
} from '#app/admin/insights/audit-messages.ts';

const NAMES = { o: 'Demo Inspections', a: 'Acme', p: 'Pia Person', 'course/4': 'Certified Field Inspector' };

const act = (fields: Partial<AuditEvent>): AuditEvent => ({
  id: 1,
  at: '2026-01-01T00:00:00.000Z',
  action: 'course.granted',
  actor: null,
  organizationId: null,
  subject: null,
  details: null,
  ip: null,
  names: NAMES,
  ...fields,
});

describe('[Z7] the audit log in plain words', () => {
  test('says what was done, also what this version does not know', () => {
    expect(actionLabel('course.grant_revoked')).toBe('Took a granted course back');
    expect(actionLabel('media.wasThrown_away')).toBe('Media was thrown away');
  });

  test('names who did it: by name, by address, by the id of somebody who is gone, or as nobody known', () => {
    const by = (name: string | null, email: string | null) => actorLabel(act({ actor: { id: 'p', name, email } }));
    expect([by('Pia Person', 'p@x'), by(null, 'p@x'), by(null, null)]).toEqual(['Pia Person', 'p@x', 'p']);
    expect(actorLabel(act({ action: 'account.sign_in_failed' }))).toBe('Signed-out visitor');
    expect(actorLabel(act({ details: { by: 'operator' } }))).toBe('The operator');
  });

  test('names what it was about, by the names of today', () => {
    expect(targetLabel(act({ subject: '4', organizationId: 'o' }))).toBe(
      'Certified Field Inspector (Demo Inspections)',
    );
    expect(targetLabel(act({ subject: '9' }))).toBe('Course 9');
    expect(targetLabel(act({ action: 'organization.created', subject: 'o', organizationId: 'o' }))).toBe(
      'Demo Inspections',
    );
    expect(targetLabel(act({ action: 'organization.person_assigned', subject: 'p' }))).toBe('Pia Person');
    expect(targetLabel(act({ action: 'account.sign_in', subject: 'a-session' }))).toBe('');
    const deleted = { action: 'lesson.deleted', subject: '4', details: { title: 'Roofs', courseId: 4 } };
    expect(targetLabel(act(deleted))).toBe('Roofs');
    expect(targetLabel(act({ action: 'lessons.reordered', subject: '4' }))).toBe('Certified Field Inspector');
  });

  test('tells the rest, without what is empty', () => {
    expect(detailsLabel(act({ details: { from: 'o', to: 'a', wasOrgAdmin: true } }))).toBe(
      'From: Demo Inspections. To: Acme. Was org admin: yes',
    );
    expect(detailsLabel(act({ details: { maxUses: 5, expiresAt: null, courseId: 4 } }))).toBe(
      'Max uses: 5. Course: Certified Field Inspector',
    );
    expect(detailsLabel(act({ details: { fields: ['title', 'price'] } }))).toBe('Fields: title, price');
    const expiresAt = new Date(2020, 11, 12, 13, 53).toISOString();
    expect(detailsLabel(act({ details: { expiresAt } }))).toMatch(/^Expires at: Dec 12, 2020, 1:53\sPM$/);
    expect(detailsLabel(act({ details: { courses: [], because: 'automatic' } }))).toBe('Because: automatic');
    expect(detailsLabel(act({}))).toBe('');
  });
});

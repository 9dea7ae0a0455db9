// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { AdminPage } from '#app/admin/admin-page.tsx';
import type { Attention } from '#sync/contract/analytics.ts';
import type { Profile } from '#sync/contract/profile.ts';
import { DEMO, DEMO_PATH, OF_DEMO, opened, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { answer, LENA, type Route, refusal } from '#tests/fixtures/auth-service.ts';

const QUIZ = { lessonId: 18, lessonTitle: 'Quiz: Scan Quality', courseTitle: 'Field training', totalAttempts: 12 };
const ALL: Attention = {
  organizations: [
    {
      ...{ ...DEMO, people: 1302, overdue: 7, behind: 1, notStarted: 42, inactive: 1 },
      ...{ overdueRemindedAt: null, behindRemindedAt: null, overdueEmailed: 0, behindEmailed: 0 },
      ...{
        certificatesEnding: { 7: 1, 30: 9, 60: 9, 90: 1204 },
        certificatesEnded: 3,
        certificatesUnrenewed: 1,
        unusedInvitations: 3,
        endingInvitations: 2,
        tabletsWithOldWork: 2,
      },
    },
  ],
  quiz: { ...QUIZ, passRate: 41, firstTryRate: 30, averageScore: 50, averageDurationMs: 0 },
};

const open = async (rights: Partial<Profile>, attention: Route, more: Record<string, Route> = {}) => {
  const { asked } = await openWithRights(rights, <AdminPage />, {
    'GET /api/admin/attention': attention,
    'GET /api/admin/stats': () => answer(200, { organizations: 1, users: 2, courses: 3 }),
    [`GET ${DEMO_PATH}/users`]: () => answer(200, { users: [], nextCursor: null }),
    ...more,
  });
  return asked;
};
const region = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));
const entries = async () => {
  const list = await region();
  await list.findAllByRole('link');
  return list
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]);
};

describe('the overview begins with what needs attention', () => {
  test('in sentences, the most urgent first, each the way into the list that it counts', async () => {
    const asked = await open(OF_DEMO, () => answer(200, ALL));
    expect(await entries()).toEqual([
      ['1 person has an expired certificate', '/admin/people?certificates=unrenewed&sort=ends'],
      ['Renew: 1 person has an expired certificate', '/admin/people?certificates=unrenewed&sort=ends&act=renew'],
      ['See which: 2 devices hold work that was not sent', '/admin/tablets?state=old-work&sort=-unsent'],
      ['7 people overdue', '/admin/people?standing=overdue&sort=due'],
      ['Remind: 7 people overdue', '/admin/people?standing=overdue&sort=due&act=remind'],
      ['1 person behind, due within a week', '/admin/people?standing=behind&sort=due'],
      ['Remind: 1 person behind, due within a week', '/admin/people?standing=behind&sort=due&act=remind'],
      ['9 people have a certificate that expires within 30 days', '/admin/people?certificates=30&sort=ends'],
      ['Certificates that expire within 7 days: 1', '/admin/people?certificates=7&sort=ends'],
      ['Certificates that expire within 60 days: 9', '/admin/people?certificates=60&sort=ends'],
      ['Certificates that expire within 90 days: 1,204', '/admin/people?certificates=90&sort=ends'],
      [
        'Renew: 9 people have a certificate that expires within 30 days',
        '/admin/people?certificates=30&sort=ends&act=renew',
      ],
      ['Review: 41% pass Quiz: Scan Quality', '/admin/organization/quiz-analytics?lessonId=18'],
      ["See who: 42 people have a course they haven't started", '/admin/people?standing=not-started&sort=due'],
      ['See who: 1 person inactive for 30 days', '/admin/people?standing=inactive'],
      ["3 invitations haven't been used", '/admin/invitations?state=unused&sort=created'],
      ["Extend: 3 invitations haven't been used", '/admin/invitations?state=unused&sort=created&act=extend'],
    ]);
    expect((await region()).getAllByText(/1,302 people/)).toHaveLength(1);
    expect((await region()).getByText('Accounts older than 30 days')).toBeTruthy();
    expect((await region()).getByText('More than a week old, 2 expired or about to expire')).toBeTruthy();
    expect(asked).toContain('GET /api/admin/attention?organizationId=o');
  });

  test('and says instead that everyone was reminded, for a week', async () => {
    const reminded = (at: string | null, before: string) => ({
      organizations: ALL.organizations.map((one) => ({
        ...{ ...one, overdueRemindedAt: at, behindRemindedAt: before, behindEmailed: 1 },
      })),
      quiz: null,
    });
    const now = Date.now();
    const weekAgo = new Date(now - 7 * 86_400_000).toISOString();
    await open(OF_DEMO, () => answer(200, reminded(new Date(now).toISOString(), weekAgo)));
    await (await region()).findByText(/^Emailed \d/);
    const acts = (await entries()).map(([name]) => name).filter((name) => name?.startsWith('Remind'));
    expect(acts).toEqual(['Remind: 1 person behind, due within a week']);
    (await region()).getByText('1 emailed in the last 24 hours');
  });

  test('keeps the act while emails only wait or were refused, says so, and counts those that wait', async () => {
    const at = { overdueRemindedAt: null, overdueWaiting: 4, overdueFailed: 2, overdueEmailed: 0 };
    const one = { ...ALL.organizations[0], ...at };
    await open(OF_DEMO, () => answer(200, { organizations: [one], quiz: null }), {
      'GET /api/admin/mail': () => answer(200, { isSetUp: false, waiting: 195, failingSince: null, seen: '/dev/mail' }),
    });
    await (await region()).findByText('2 emails could not be delivered, 4 emails waiting');
    const acts = (await entries()).map(([name]) => name);
    expect(acts).toContain('Remind: 7 people overdue');
    const seen = await (await region()).findByRole('link', { name: /^See them.*195 emails/ });
    expect(seen.getAttribute('href')).toBe('/dev/mail');
  });

  test('of all organizations for a super admin, with the name of each', async () => {
    await open({ is_super_admin: true }, () => answer(200, ALL));
    const lists = (await entries()).map(([, to]) => to);
    expect(lists).toHaveLength(17);
    expect(lists).toEqual(
      expect.arrayContaining([
        '/admin/organizations/o?standing=overdue&sort=due&act=remind',
        '/admin/tablets?organizationId=o&state=old-work&sort=-unsent',
        '/admin/organizations/o?tab=invitations&state=unused&sort=created&act=extend',
        '/admin/quiz-analytics?lessonId=18',
      ]),
    );
    expect((await region()).getAllByText(/^Demo Inspections/)).toHaveLength(8);
  });

  test('leads to unused invitations that never expire, which there is no way to extend', async () => {
    const [demo] = ALL.organizations;
    await open(OF_DEMO, () => answer(200, { organizations: [{ ...demo, endingInvitations: 0 }], quiz: null }));
    expect(await entries()).toContainEqual([
      "See which: 3 invitations haven't been used",
      '/admin/invitations?state=unused&sort=created',
    ]);
    expect((await region()).getByText('More than a week old')).toBeTruthy();
  });

  test('names the next certificates to expire where none does within 30 days', async () => {
    const [demo] = ALL.organizations;
    const later = { ...demo, certificatesEnding: { 7: 0, 30: 0, 60: 0, 90: 2 } };
    await open(OF_DEMO, () => answer(200, { organizations: [later], quiz: null }));
    const told = (await entries()).filter(([, to]) => /certificates=[0-9]/.test(to ?? ''));
    expect(told).toEqual([
      ['2 people have a certificate that expires within 90 days', '/admin/people?certificates=90&sort=ends'],
      [
        'Renew: 2 people have a certificate that expires within 90 days',
        '/admin/people?certificates=90&sort=ends&act=renew',
      ],
    ]);
  });

  test('tells of expired certificates until the renewed course is completed, without an act once all are renewed', async () => {
    const [demo] = ALL.organizations;
    const renewed = { ...demo, certificatesEnded: 3, certificatesUnrenewed: 0 };
    await open(OF_DEMO, () => answer(200, { organizations: [renewed], quiz: null }));
    const told = (await entries()).filter(([label]) => label?.includes('expired'));
    expect(told).toEqual([
      ['See who: 3 people are renewing an expired certificate', '/admin/people?certificates=ended&sort=ends'],
    ]);
  });

  test('says when there is nothing, and when it could not be counted', async () => {
    const none = {
      certificatesEnding: { 7: 0, 30: 0, 60: 0, 90: 0 },
      certificatesEnded: 0,
      certificatesUnrenewed: 0,
      overdue: 0,
      behind: 0,
      overdueRemindedAt: null,
      overdueEmailed: 0,
      behindEmailed: 0,
      behindRemindedAt: null,
      notStarted: 0,
      inactive: 0,
      unusedInvitations: 0,
      endingInvitations: 0,
      tabletsWithOldWork: 0,
    };
    const idle = { ...DEMO, people: 4, ...none };
    await open(OF_DEMO, () => answer(200, { organizations: [idle], quiz: null }));
    await (await region()).findByText('Nothing needs attention right now.');
    await open(OF_DEMO, () => refusal(500, 'internal', 'No'));
    await (await region()).findByText('This could not be counted just now.');
  });

  test('counts again by itself when the connection is back, and at a press of Try again', async () => {
    let reply = () => Promise.reject<Response>(new TypeError('Failed to fetch'));
    await open(OF_DEMO, () => reply());
    const { replica } = opened().engineOf(LENA.id);
    await replica.meta.put({ key: 'reachable', value: false });
    await (await region()).findByText('This could not be counted just now.');
    reply = async () => refusal(500, 'internal', 'No');
    fireEvent.click((await region()).getByRole('button', { name: 'Try again' }));
    await (await region()).findByText('This could not be counted just now.');
    reply = async () => answer(200, ALL);
    await replica.meta.put({ key: 'reachable', value: true });
    await (await region()).findByText('people overdue');
  });
});

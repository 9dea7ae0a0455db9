// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { leftList } from '#app/admin/lists/left-list.ts';
import { PersonLink } from '#app/admin/lists/person-link.tsx';
import { OwnPeoplePage } from '#app/admin/people/organization-page.tsx';
import { PersonPage } from '#app/admin/person-page.tsx';
import { announceActiveUser } from '#app/device/active-user-channel.ts';
import { Route, Routes } from '#app/ui/router.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import type { PersonDetail } from '#sync/contract/person.ts';
import type { Profile } from '#sync/contract/profile.ts';
import { aMember, DEMO, DEMO_PATH, OF_DEMO, opened, openWithRights } from '#tests/fixtures/admin-screen.tsx';
import { type Route as Answer, answer, LENA, refusal } from '#tests/fixtures/auth-service.ts';

const VIKTOR: PersonDetail = {
  user: {
    ...{ id: 'p2', email: 'vp@demo.example', full_name: 'Viktor Petrenko', organization_id: 'o', organization: DEMO },
    ...{ is_org_admin: false, is_super_admin: false, has_two_step: true, created_at: '2026-01-01T00:00:00.000Z' },
  },
  groups: [{ id: 'g', name: 'North', isLead: true }],
  lastSeenAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  courses: [
    {
      ...{
        id: 4,
        title: 'Field training',
        percent: 50,
        completedLessons: 1,
        lessons: 2,
        isAssigned: true,
        canEdit: true,
        canAssign: true,
        round: 1,
        pastRounds: [],
        certificateEnds: null,
      },
      ...{
        enrolledAt: '2026-10-01T00:00:00.000Z',
        dueOn: null,
        remindedAt: null,
        completedAt: null,
        lastActivityAt: '2026-11-01T00:00:00.000Z',
      },
    },
  ],
  certificates: [
    {
      ...{ serial: 'GW-1', courseTitle: 'The scanner', issuedAt: '2026-10-03T00:00:00.000Z', validUntil: null },
      ...{ revokedAt: null, replaces: null, history: [], canChange: false },
    },
  ],
  stuckAt: {
    ...{
      courseId: 4,
      courseTitle: 'Field training',
      lessonId: 18,
      lessonTitle: 'Quiz: Scan Quality',
      attempts: 4,
      bestScore: 67,
    },
    lastAttemptAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  },
};
const LESSON = {
  ...{ orderIndex: 17, completedAt: null, updatedAt: null, watchedPercent: null, lastRound: null },
  attempts: [],
};
const LESSONS = [
  { ...LESSON, id: 17, title: 'Care for the Scanner', status: 'completed', watchedPercent: 12 },
  {
    ...{ ...LESSON, id: 18, title: 'Quiz: Scan Quality', orderIndex: 18, status: 'in_progress' },
    attempts: [{ id: 9, score: 67, passed: false, round: 1, submittedAt: '2026-11-20T08:00:00.000Z' }],
  },
];
const PERSON = 'GET /api/admin/people/p2';

async function open(rights: Partial<Profile> = OF_DEMO, more: Record<string, Answer> = {}, at = '/admin/people/p2') {
  const list = (
    <table>
      <tbody>
        {['p1', 'p2', 'p3'].map((id) => (
          <tr key={id}>
            <td>
              <PersonLink id={id}>{id}</PersonLink>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  const pages = (
    <Routes>
      <Route path="admin/people/:userId" element={<PersonPage />} />
      <Route path="admin/people" element={list} />
      <Route path="admin/list" element={<OwnPeoplePage />} />
    </Routes>
  );
  const routes = {
    [PERSON]: () => answer(200, VIKTOR),
    'GET /api/admin/people/p2/courses/4': () => answer(200, { lessons: LESSONS }),
    [`GET ${DEMO_PATH}/courses`]: () => answer(200, { courses: [], nextCursor: null }),
    ...more,
  };
  return openWithRights(rights, pages, routes, at);
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const menu = async () => {
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for Viktor Petrenko' }), { key: 'Enter' });
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  return items.map(({ textContent }) => textContent);
};

describe("a person's page", () => {
  test('tells who they are, where they are stuck, and how far they are in the course they are in', async () => {
    await open();
    await heading('Viktor Petrenko');
    expect(document.title).toBe('Viktor Petrenko · Groundwork');
    expect(screen.getByText('Last seen 2 days ago')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'North (lead)' }).getAttribute('href')).toBe('/admin/people?group=g');
    expect(screen.getByText('Stuck at Quiz: Scan Quality')).toBeTruthy();
    expect(screen.getByText('In Field training. 4 attempts, best 67%. Last try 3 days ago.')).toBeTruthy();
    const lessons = within(await screen.findByRole('list', { name: 'Lessons of Field training' }));
    await lessons.findByText('17. Care for the Scanner');
    expect(lessons.getByText('Marked, 12% watched')).toBeTruthy();
    expect(lessons.getAllByRole('listitem')[0]?.textContent).toContain('Completed');
    expect(lessons.getByRole('button', { name: 'Attempts at Quiz: Scan Quality' }).textContent).toBe(
      '1 attempt, best 67%',
    );
    expect(screen.getByRole('link', { name: /The scanner/ }).getAttribute('href')).toBe('/verify/GW-1');
  });

  test('shows the attempts, and offers an author to read one', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'See attempts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Attempts' }));
    await dialog.findByText('67% Not passed');
    expect(dialog.getByRole('button', { name: 'Read' })).toBeTruthy();
  });

  test('lets an admin take somebody out of a course again, whoever runs it', async () => {
    const course = { ...(VIKTOR.courses[0] as PersonDetail['courses'][number]), isAssigned: true, canEdit: false };
    const done = vi.fn(() => answer(200, { message: 'The person is no longer enrolled in Field training.' }));
    await open(OF_DEMO, {
      [PERSON]: () => answer(200, { ...VIKTOR, courses: [course] }),
      'DELETE /api/admin/courses/4/enrollments/p2': done,
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Remove from course' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove from Field training?' });
    expect(done).not.toHaveBeenCalled();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await screen.findByText('The person is no longer enrolled in Field training.');
    expect(done).toHaveBeenCalledOnce();
  });

  test('has the acts of an org admin; a super admin may do more, and nobody removes themselves', async () => {
    await open();
    expect(await menu()).toEqual([
      'Make admin',
      'Mergewith another account of theirs',
      'Audit logof what was done to them',
      'Removefrom the organization',
    ]);
    const freed = vi.fn(() => answer(200, { message: 'It is free.' }));
    const PROVIDED = { [PERSON]: () => answer(200, { ...VIKTOR, hasProvider: true }) };
    await open({ is_super_admin: true }, { ...PROVIDED, 'POST /api/admin/users/p2/free-provider': freed });
    expect(await menu()).toEqual([
      'Make admin',
      'Moveto another organization',
      'Mergewith another account of theirs',
      'Remove two-step',
      'Free sign-infrom the account at the provider',
      'Audit logof what was done to them',
      'Removefrom the organization',
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: /^Free sign-in/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Free' }));
    await screen.findByText('It is free.');
    expect(freed).toHaveBeenCalledOnce();
    const own = { ...VIKTOR, user: { ...VIKTOR.user, id: LENA.id } };
    await open(OF_DEMO, { [PERSON]: () => answer(200, own) });
    await screen.findByRole('button', { name: 'Enroll' });
    expect(await menu()).toEqual(['Mergewith another account of theirs', 'Audit logof what was done to them']);
  });

  test('begins with enrolling where a link asks for it, and not again after that', async () => {
    await open(OF_DEMO, {}, '/admin/people/p2?act=enroll');
    await screen.findByRole('dialog', { name: 'Enroll Viktor Petrenko' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(opened().address()).toBe('/admin/people/p2'));
  });

  test('leads back to the page that one came from', async () => {
    await open(OF_DEMO, {}, '/admin/people?search=vik');
    fireEvent.click(await screen.findByRole('link', { name: 'p2' }));
    await heading('Viktor Petrenko');
    fireEvent.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(opened().address()).toBe('/admin/people?search=vik'));
  });

  const FIRST_PAGE = ['p1', ...Array.from({ length: 49 }, (_, n) => `a${n}`)].map((id) => aMember(id, id));
  /** Opens the last one of the second page of a list, the first of which is selected. */
  const openFromList = async () => {
    const pages = vi.fn();
    await open(
      OF_DEMO,
      {
        'GET /api/enterprise/admin/organizations/o/users': ({ address }) => {
          if (address.searchParams.get('limit') === '50') pages();
          return address.searchParams.has('cursor')
            ? answer(200, { users: [aMember('p2', 'p2')], nextCursor: null })
            : answer(200, { users: FIRST_PAGE, nextCursor: 'p1', total: 51 });
        },
      },
      '/admin/list?sort=name',
    );
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select p1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    fireEvent.click(await screen.findByRole('link', { name: 'p2' }));
    await heading('Viktor Petrenko');
    return pages;
  };

  test('leads back to the place in a list and to the selection, with what was loaded of it', async () => {
    const scrolled = vi.fn();
    const pages = await openFromList();
    Element.prototype.scrollIntoView = scrolled;
    fireEvent.click(screen.getByRole('link', { name: 'Back to the list' }));
    await waitFor(() => expect(opened().address()).toBe('/admin/list?sort=name&page=2'));
    const last = await screen.findByRole('link', { name: 'p2' });
    expect(document.activeElement).toBe(last);
    expect(scrolled.mock.instances).toEqual([last]);
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select p1' })).checked).toBe(true);
    expect(pages).toHaveBeenCalledTimes(2);
  });

  test('leaves nothing of a list to the next person on the device', async () => {
    await openFromList();
    expect(leftList('/admin/list?sort=name&page=2')?.chosen?.size).toBe(1);
    await act(() => announceActiveUser('signed-out'));
    expect(leftList('/admin/list?sort=name&page=2')).toBeUndefined();
  });

  test('says whom the server does not know', async () => {
    await open(OF_DEMO, { [PERSON]: () => refusal(404, 'user_not_found', 'This person is not there.') });
    await heading('Failed to fetch the person');
    expect(screen.getByText('This person is not there.')).toBeTruthy();
  });
});

describe('what an admin does by hand', () => {
  const CERTIFICATE = { ...VIKTOR.certificates[0], canChange: true, validUntil: '2027-10-03' };
  const done = { ...VIKTOR.courses[0], completedAt: '2026-10-03T00:00:00.000Z', round: 2 };
  const held = {
    ...VIKTOR,
    certificates: [
      { ...CERTIFICATE, history: [{ act: 'extend', at: '2026-11-01T00:00:00.000Z', reason: 'On leave' }] },
    ],
    courses: [
      {
        ...done,
        pastRounds: [
          { courseId: 4, round: 1, completedAt: '2025-10-03T00:00:00.000Z', endedAt: '2026-09-01T00:00:00.000Z' },
        ],
      },
    ],
  };

  test('a certificate is revoked with a reason; what was done to it is listed', async () => {
    let sent: unknown;
    await open(OF_DEMO, {
      [PERSON]: () => answer(200, held),
      'POST /api/admin/certificates/GW-1': ({ body }) => {
        sent = body;
        return answer(200, { message: 'GW-1 was revoked.', serial: 'GW-1' });
      },
    });
    const button = await screen.findByRole('button', { name: 'Change the certificate of The scanner' });
    expect(screen.getByText(/^Extended .*: On leave$/)).toBeTruthy();
    fireEvent.keyDown(button, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke certificate' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await dialog.findByText('Please give a reason.')).toBeTruthy();
    expect(sent, 'nothing is asked of the server').toBeUndefined();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'By mistake' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    await screen.findByText('GW-1 was revoked.');
    expect(sent).toEqual({ act: 'revoke', reason: 'By mistake' });
  });

  test('a course whose certificate runs out is open, and says so beside Renew', async () => {
    const inDays = (days: number) => addDays(dayOf(new Date()), days);
    const ending = (days: number) => () =>
      answer(200, { ...held, courses: [{ ...done, certificateEnds: inDays(days) }] });
    await open(OF_DEMO, { [PERSON]: ending(12) });
    const words = await screen.findByText(/^Expires in 12 days, on /);
    expect(words.parentElement?.querySelector('button')?.textContent).toBe('Renew');
    await open(OF_DEMO, { [PERSON]: ending(91) });
    const course = await screen.findByRole('button', { name: /Field training Round 2/ });
    expect(course.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(course);
    expect(await screen.findAllByText(/^Valid until /), 'of the course and of its certificate').toHaveLength(2);
  });

  test('in a later round a lesson that was not begun again says when it was completed, attempts say their round', async () => {
    const attempt = { id: 10, score: 90, passed: true, round: 2, submittedAt: '2026-11-21T08:00:00.000Z' };
    const [first, quiz] = LESSONS;
    const lessons = [
      {
        ...{ ...first, status: 'not_started', updatedAt: new Date().toISOString() },
        lastRound: { round: 1, completedAt: '2025-10-03T12:00:00.000Z' },
      },
      { ...quiz, attempts: [attempt, ...(quiz?.attempts ?? [])] },
    ];
    await open(OF_DEMO, {
      [PERSON]: () => answer(200, { ...held, courses: [{ ...done, completedAt: null }] }),
      'GET /api/admin/people/p2/courses/4': () => answer(200, { lessons }),
    });
    const shown = within(await screen.findByRole('list', { name: 'Lessons of Field training' }));
    await shown.findByText(/^Round 1: completed .*2025/);
    expect(shown.queryByText('just now')).toBeNull();
    const attempts = shown.getByRole('button', { name: 'Attempts at Quiz: Scan Quality' });
    expect(attempts.textContent).toBe('Round 2: 1 attempt, best 90%. Round 1: 1 attempt, best 67%');
    fireEvent.click(attempts);
    const dialog = within(await screen.findByRole('dialog', { name: 'Attempts' }));
    dialog.getByText('Round 2');
    dialog.getByText('Round 1');
  });

  test('a completed course is renewed, and earlier rounds are listed', async () => {
    let sent: unknown;
    await open(OF_DEMO, {
      [PERSON]: () => answer(200, held),
      'POST /api/admin/courses/4/renewals': ({ body }) => {
        sent = body;
        return answer(200, { message: 'Field training was renewed for 1 person.' });
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: /Field training Round 2/ }));
    const rounds = within(await screen.findByRole('list', { name: 'Earlier rounds of Field training' }));
    expect(rounds.getByText(/^Round 1: completed/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Renew' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Renew Field training' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Renew' }));
    await screen.findByText('Field training was renewed for 1 person.');
    expect(sent).toEqual({ userId: 'p2', sendEmail: true });
  });
});

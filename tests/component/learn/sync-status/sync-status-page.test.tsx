// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { SyncStatusPage } from '#app/learn/sync-status/sync-status-page.tsx';
import { PageLinks } from '#app/shell/navigation.tsx';
import { OfflineStrip } from '#app/shell/offline-strip.tsx';
import { freshUnit } from '#sync/contract/progress.ts';
import type { RefusalCode } from '#sync/contract/refusal.ts';
import type { TransportRequest } from '#sync/ports.ts';
import { saveDeviceUser } from '#sync/store/device.ts';
import { readCertificates } from '#sync/store/reads.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';
import { refused } from '#tests/fixtures/refused.ts';
import { AT, aQuizEntry, aUnitEntry } from '#tests/unit/sync/entries.ts';

const lessons = [aLesson({ id: 101, title: 'Reading a floor plan' }), aLesson({ id: 102, title: 'Where to stand' })];
const content = [{ course: aCourse({ lessonCount: 2 }), lessonsOf: { courseId: 4, lessons } }];
const both = (
  <>
    <header>
      <PageLinks className="" />
      <OfflineStrip />
    </header>
    <section aria-label="Page">
      <SyncStatusPage />
    </section>
  </>
);

let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> = {}) => {
  opened = await openApp({ content, screen: both, at: '/sync', ...more });
  await screen.findByRole('heading', { name: /^Waiting/ });
  return opened;
};
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

const complete = (lessonId: number) =>
  opened.engine.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
const section = (name: RegExp) => {
  const found = screen.getByRole('heading', { name }).closest('section');
  if (!found) throw new Error(`There is no section ${name}.`);
  return within(found);
};
const badge = () => within(screen.getByRole('banner'));
const page = () => within(screen.getByRole('region', { name: 'Page' }));
const refuse = (code: RefusalCode) => () => refused(code);
/** Takes single calls and batches alike. */
const accept = (request: TransportRequest) => {
  const done = (lessonId: number) => ({
    unit: { ...freshUnit(lessonId), status: 'completed', rev: 1 },
    changed: true,
    dataEpoch: 'e1',
  });
  const body = request.body as { lessonId: number; operations?: { opId: string; body: { lessonId: number } }[] };
  if (request.path === '/api/progress/unit') return { body: done(body.lessonId) };
  if (request.path !== '/api/sync') return undefined;
  const results = body.operations?.map(({ opId, body: { lessonId } }) => ({ opId, status: 200, body: done(lessonId) }));
  return { body: { results, dataEpoch: 'e1' } };
};

describe('work and network', () => {
  test('[O9, Y28] work done offline is counted and listed, then sent, then nothing is left to say', async () => {
    const { engine, setNetwork } = await open();
    expect(badge().getByText('All work sent')).toBeTruthy();
    expect(page().getByText('Nothing to send'), 'nothing was sent yet').toBeTruthy();
    await complete(101);
    await complete(102);
    await engine.syncNow();
    await waitFor(() => expect(badge().getByText('2 changes waiting')).toBeTruthy());
    await badge().findByText(/^Offline/);
    expect(
      section(/^Waiting/)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/^Reading a floor planCompleted · Waiting for a connection · just now/),
      expect.stringMatching(/^Where to standCompleted/),
    ]);
    expect(screen.getByText(/Oldest change: just now/)).toBeTruthy();
    expect(screen.queryByText('All work sent')).toBeNull();

    setNetwork(accept);
    fireEvent.click(screen.getByRole('button', { name: 'Sync now' }));
    await waitFor(() => expect(badge().getByText('All work sent')).toBeTruthy());
    await waitFor(() => expect(screen.queryByText('Offline')).toBeNull());
    expect(screen.getByText(/Last sent:/)).toBeTruthy();
    expect(page().getByText('All work sent')).toBeTruthy();
    expect(section(/^Sent/).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText('Nothing waiting to be sent.')).toBeTruthy();
  });

  test('[O9, Z3] what is announced on this page is the state of the work', async () => {
    const { engine, setNetwork } = await open();
    const announced = () =>
      page()
        .getAllByRole('status')
        .map((status) => status.textContent);
    await complete(101);
    await waitFor(() => expect(announced()).toContain('1 change waiting'));
    setNetwork(refuse('lesson_not_found'));
    await engine.syncNow();
    await waitFor(() => expect(announced()).toContain('1 needs attention'));
  });

  test('[X3] a certificate that comes while the page is open leads to its moment', async () => {
    const { engine } = await open();
    const issued = {
      courseTitle: 'Certified Field Inspector',
      learnerName: 'Maren Holt',
      issuedAt: '2026-11-24T10:00:00Z',
    };
    // The page has read what was here before.
    await act(() => readCertificates(engine.replica));
    await engine.replica.certificates.put({ ...issued, courseId: 4, serial: 'GW-1A2B-3C4D-5E6F' });
    const link = await screen.findByRole('link', { name: 'Your certificate is here: Certified Field Inspector' });
    expect(link.getAttribute('href')).toBe('/course/4/certificate');
  });

  test('[P3] Sync now on a device whose storage does not answer says so, and can be pressed again', async () => {
    const { engine } = await open();
    vi.spyOn(engine, 'syncNow').mockRejectedValue(new Error('stuck'));
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const button = screen.getByRole('button', { name: 'Sync now' });
    fireEvent.click(button);
    await screen.findByText('Failed to update progress');
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  });

  test('[O9, Y28] what waits for one lesson is one change in the header and one row in the list', async () => {
    const { engine } = await open();
    const report = (positionSeconds: number) =>
      engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'in_progress', positionSeconds });
    await report(5);
    await engine.syncNow();
    await report(9);
    await complete(101);
    await complete(102);
    await waitFor(() => expect(badge().getByText('2 changes waiting')).toBeTruthy());
    const rows = () =>
      section(/^Waiting \(2\)/)
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    await waitFor(() =>
      expect(rows()).toEqual([
        expect.stringMatching(/^Reading a floor planWatched and completed · Waiting for a connection · just now/),
        expect.stringMatching(/^Where to standCompleted/),
      ]),
    );
  });

  test('[O9] a quiz that was sent and not passed has no tick, and leads to another try', async () => {
    const quiz = { lessonId: 102, title: 'Quiz: walls', state: 'done', endedAt: AT } as const;
    await open();
    await opened.engine.replica.outbox.add(aQuizEntry(1, { ...quiz, result: { outcome: 'not_passed', score: 66 } }));
    const link = await section(/^Sent/).findByRole('link', { name: 'Quiz: walls' });
    expect(link.getAttribute('href')).toBe('/course/4/lesson/102');
    expect(link.closest('li')?.querySelector('.lucide-circle-check')).toBeNull();
  });

  test('[O9] Sync now without a network says what came of it', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Sync now' }));
    expect(await screen.findByText('The server cannot be reached')).toBeTruthy();
  });

  test('[O9] a long log names how many there are, not how many are listed', async () => {
    const { engine, setNetwork } = await open();
    setNetwork(accept);
    for (let id = 201; id <= 225; id += 1) await complete(id);
    await engine.syncNow();
    await screen.findByRole('heading', { name: 'Sent (25)' });
    expect(section(/^Sent/).getAllByRole('listitem')).toHaveLength(20);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 25' }));
    expect(section(/^Sent/).getAllByRole('listitem')).toHaveLength(25);
  });

  test('[O9] a queue of thousands is counted, and drawn as far as somebody reads it', async () => {
    const { engine } = await open();
    const entries = Array.from({ length: 3_000 }, (_, i) =>
      aUnitEntry(i + 1, { lessonId: 1_000 + i }, { opId: crypto.randomUUID() }),
    );
    await engine.replica.outbox.bulkAdd(entries);
    await screen.findByRole('heading', { name: 'Waiting (3000)' });
    await waitFor(() => expect(section(/^Waiting/).getAllByRole('listitem')).toHaveLength(20));
    fireEvent.click(screen.getByRole('button', { name: 'Show the first 200' }));
    expect(section(/^Waiting/).getAllByRole('listitem')).toHaveLength(200);
  });

  test('[O6] Retry all sends everything that was refused, and says when some still needs attention', async () => {
    const { engine, setNetwork } = await open();
    setNetwork(refuse('lesson_not_found'));
    await complete(101);
    await complete(102);
    await engine.syncNow();
    const button = await screen.findByRole('button', { name: 'Retry all' });
    fireEvent.click(button);
    expect(await screen.findByText('Some changes still need attention')).toBeTruthy();
    setNetwork(accept);
    fireEvent.click(screen.getByRole('button', { name: 'Retry all' }));
    await screen.findByRole('heading', { name: 'Sent (2)' });
    expect(screen.queryByRole('heading', { name: /^Needs attention/ })).toBeNull();
  });

  test('[O9] the browser says offline: so does the header, before anything was tried', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await open();
    await badge().findByText(/^Offline/);
  });

  test('[O5] a sign-in that ran out is said in words, with the way to sign in', async () => {
    const { engine, setNetwork } = await open();
    setNetwork(() => undefined);
    await engine.replica.meta.put({ key: 'pausedReason', value: 'auth' });
    await screen.findByText('Sign in again to send your work.');
    expect(screen.queryByText('Your work is sent automatically.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/signin');
  });
});

describe('work that its owner left here when they signed out', () => {
  const leave = async (userId: string, pendingCount: number) => {
    await saveDeviceUser(device, { userId, name: userId, email: `${userId}@demo.example` });
    await device.people.update(userId, { pendingCount, lastSyncAt: null });
  };
  const told = (name: string, words: string) => screen.findByRole('link', { name: `${name}: ${words}` });
  afterEach(() => Promise.all(device.tables.map((table) => table.clear())));

  test('[O5, O9] a visitor is told whose it is and how much, with the way to sign in, and nobody reads that nothing waits', async () => {
    await leave('lena', 2);
    await leave('omar', 1);
    opened = await openApp({ as: 'visitor', screen: both, at: '/sync' });
    const link = await told('lena', '2 changes on this device. Sign in to send them.');
    expect(link.getAttribute('href')).toBe('/auth/signin');
    await told('omar', '1 change on this device. Sign in to send it.');
    expect(screen.queryByText(/Nothing waits/)).toBeNull();
  });

  test('[O7, O9] so is another person, whose own work has all been sent', async () => {
    await leave('lena', 3);
    await open();
    const link = await told('lena', '3 changes on this device. Sign in to send them.');
    expect(link.getAttribute('href')).toBe('/auth/signin?add=true');
    expect(badge().getByText('All work sent')).toBeTruthy();
  });

  test('[O9] where nothing was left, nothing is said of it', async () => {
    await leave('lena', 0);
    opened = await openApp({ as: 'visitor', screen: both, at: '/sync' });
    await screen.findByText('Nothing was done here without signing in.');
    expect(screen.queryByText(/Sign in to send/)).toBeNull();
  });
});

describe('what the server refused', () => {
  const refused = async () => {
    await open({ network: refuse('lesson_not_found') });
    await complete(101);
    await opened.engine.syncNow();
    await screen.findByRole('heading', { name: /^Needs attention/ });
  };

  test('[O6, O9] it is shown with the reason, and All work sent is not said', async () => {
    await refused();
    await badge().findByText('1 needs attention');
    expect(section(/^Needs attention/).getByText(/Lesson not found/)).toBeTruthy();
    expect(screen.queryByText('All work sent')).toBeNull();
  });

  test('[O6] Retry sends the same entry again', async () => {
    await refused();
    opened.setNetwork(accept);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect((await opened.engine.replica.outbox.toArray())[0]?.state).not.toBe('blocked'));
    await opened.engine.syncNow();
    await waitFor(() => expect(badge().getByText('All work sent')).toBeTruthy());
    const ids = opened.asked.map((request) => request.headers['Idempotency-Key']).filter(Boolean);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  test('[O6] a Retry that is refused again says so, and whoever pressed it by keyboard is still on the page', async () => {
    await refused();
    document.querySelector('main')?.setAttribute('id', 'main');
    document.querySelector('main')?.setAttribute('tabindex', '-1');
    const retry = screen.getByRole('button', { name: 'Retry' });
    retry.focus();
    fireEvent.click(retry);
    await screen.findByText('Refused again');
    expect(await opened.engine.replica.outbox.toArray()).toMatchObject([{ state: 'blocked' }]);
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });

  test('[P3] a Retry that this device cannot keep is said, and the work still waits for its person', async () => {
    await refused();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(opened.engine, 'retry').mockRejectedValue(new Error('full'));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Failed to update progress');
    expect(screen.getByText('Error')).toBeTruthy();
    expect(await opened.engine.replica.outbox.toArray()).toMatchObject([{ state: 'blocked' }]);
  });

  test('[O6] Discard asks first; keeping it changes nothing, confirming it ends it', async () => {
    await refused();
    screen.getByRole('button', { name: 'Discard' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this change?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Discard'));
    expect(await opened.engine.replica.outbox.toArray()).toMatchObject([{ state: 'blocked' }]);

    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    const again = await screen.findByRole('dialog', { name: 'Discard this change?' });
    fireEvent.click(within(again).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(badge().getByText('All work sent')).toBeTruthy());
    expect(await opened.engine.replica.outbox.toArray()).toMatchObject([{ state: 'discarded' }]);
  });

  test('[O6] the details can be copied for those who help', async () => {
    await refused();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    fireEvent.click(screen.getByRole('button', { name: 'Copy details' }));
    await screen.findByText('Details copied');
    expect(write.mock.calls[0]?.[0]).toContain('lesson_not_found');
  });
});

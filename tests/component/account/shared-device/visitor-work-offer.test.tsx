// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FloatingVisitorOffer, VisitorOfferInPage } from '#app/account/shared-device/visitor-offer.tsx';
import { device } from '#app/device/device.ts';
import { VisitorNote } from '#app/learn/visitor-note.tsx';
import { createEngine, type Engine } from '#sync/engine.ts';
import { setActiveUser } from '#sync/store/device.ts';
import { readEntries } from '#sync/store/reads.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { fakePorts } from '#tests/fixtures/fake-network.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const lessons = [1, 2, 3, 4].map((n) => aLesson({ id: 100 + n, title: `Lesson ${n}`, orderIndex: n }));
const both = (
  <>
    <h1>A page</h1>
    <FloatingVisitorOffer />
  </>
);

let visitor: Engine;
let opened: Awaited<ReturnType<typeof openApp>>;
const open = async (more: Partial<Parameters<typeof openApp>[0]> = {}) => {
  opened = await openApp({ screen: both, at: '/', ...more });
  return opened;
};
beforeEach(async () => {
  visitor = createEngine({ userId: 'visitor', ports: fakePorts('visitor', { now: () => undefined }).ports });
  await visitor.replica.open();
  await visitor.replica.saveContent({ course: aCourse({ lessonCount: 4 }), lessonsOf: { courseId: 4, lessons } });
});
afterEach(async () => {
  await opened.close();
  await Promise.all([...visitor.replica.tables, ...device.tables].map((table) => table.clear()));
  visitor.stop();
});

const learns = async () => {
  await visitor.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  await visitor.record({ kind: 'unit', courseId: 4, lessonId: 102, status: 'in_progress', positionSeconds: 5 });
};
const offer = () => screen.findByRole('region', { name: 'You worked on 2 lessons before signing in' });
const press = async (name: string) => fireEvent.click(within(await offer()).getByRole('button', { name }));
const offerHere = () => screen.queryByRole('region', { name: /before signing in/ });
const isGone = () => waitFor(() => expect(offerHere()).toBeNull());
const added = async () => (await readEntries(opened.engine.replica)).waiting.map(({ lessonId }) => lessonId);
/** Many more reads of this device than the offer needs: what has not come by then does not come. */
const aWhile = () =>
  waitFor(async () => {
    for (let read = 0; read < 300; read += 1) await device.people.count();
  });

describe("[S10, Y2] a visitor's progress", () => {
  test('is offered by name, with what it is and the doubt whose it is, and blocks nothing', async () => {
    await learns();
    await open();
    await aWhile();
    expect(offerHere()).not.toBeNull();
    const text = (await offer()).textContent;
    expect(text).toContain('On a shared device, it may have been someone else. Add it only if it was you, Maren Holt.');
    expect(text).toContain('Certified Field Inspector2 of 4 lessons: 1 completed, 1 in progress');
    expect(text).toContain('Lesson 1, completed');
    expect(text).toContain('just now');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'A page' })).toBeTruthy();
    expect(await added()).toEqual([]);
  });

  test('is added when the person says so, offline too, and said to be', async () => {
    await learns();
    await open();
    await press('Add to my account');
    await screen.findByText('2 lessons added to your account.');
    await isGone();
    expect(await added()).toEqual([101, 102]);
    expect(await visitor.replica.outbox.count()).toBe(0);
  });

  test('is no news to somebody who has it', async () => {
    await learns();
    await open();
    for (const lessonId of [101, 102])
      await opened.engine.record({ kind: 'unit', courseId: 4, lessonId, status: 'completed' });
    await press('Add to my account');
    await screen.findByText('All of this was already in your account.');
    expect(await added()).toHaveLength(2);
  });

  test('is deleted only after a second question', async () => {
    await learns();
    await open();
    await press('Not mine - delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this progress?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    expect(await visitor.replica.outbox.count()).toBe(2);
    await press('Not mine - delete');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await isGone();
    expect(await visitor.replica.outbox.count()).toBe(0);
    expect(await added()).toEqual([]);
  });

  test('can wait for the next sign-in, and stands in the sync status until then', async () => {
    await learns();
    await open();
    await press('Later');
    await isGone();
    opened.show(<VisitorOfferInPage />, '/sync');
    expect(within(await offer()).queryByRole('button', { name: 'Later' })).toBeNull();
    opened.show(both, '/');
    await aWhile();
    expect(offerHere()).toBeNull();
    await device.people.add({
      userId: opened.engine.userId,
      name: 'Maren',
      email: '',
      pendingCount: 0,
      lastSyncAt: null,
    });
    await setActiveUser(device, opened.engine.userId);
    await offer();
  });

  test('is not offered where there is none, to a visitor, or while somebody signs in', async () => {
    await open();
    await aWhile();
    expect(offerHere()).toBeNull();
    await learns();
    await offer();
    opened.show(both, '/auth/callback');
    await aWhile();
    expect(offerHere()).toBeNull();
    await opened.close();
    await open({ as: 'visitor' });
    await learns();
    await aWhile();
    expect(offerHere()).toBeNull();
  });
});

test('[S10] a visitor reads where their progress is and what a sign-in does; nobody else does', async () => {
  await open({ as: 'visitor', screen: <VisitorNote courseId={4} /> });
  const link = await screen.findByRole('link', { name: 'Sign in or sign up' });
  expect(link.getAttribute('href')).toBe('/auth?courseId=4');
  expect(link.parentElement?.textContent).toBe(
    'Your progress is saved on this device only. Sign in or sign up to add it to an account.',
  );
  await opened.close();
  await open({ screen: <VisitorNote courseId={4} /> });
  expect(screen.queryByRole('link')).toBeNull();
});

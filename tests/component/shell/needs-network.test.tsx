// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unsavedParts } from '#app/device/unsaved-guard.ts';
import { NeedsNetwork } from '#app/shell/needs-network.tsx';
import { OfflineStrip } from '#app/shell/offline-strip.tsx';
import { openOnDevice } from '#tests/fixtures/own-device.tsx';

let isServerThere: boolean;
let asked: number;
let opened: Awaited<ReturnType<typeof openOnDevice>>;
const reload = vi.fn();

const open = async (onRetry?: () => void) => {
  opened = await openOnDevice({
    at: '/admin',
    path: '/admin',
    screen: <NeedsNetwork {...(onRetry && { onRetry })} />,
    network: ({ path }) => {
      if (path !== '/api/health') return undefined;
      asked += 1;
      return isServerThere ? { body: { status: 'ok' } } : undefined;
    },
    around: (shown) => (
      <>
        <header>
          <OfflineStrip />
        </header>
        {shown}
      </>
    ),
  });
};
const isKnownAs = (reachable: boolean) =>
  waitFor(async () => {
    const { replica } = opened.engineOf('visitor');
    expect((await replica.meta.get('reachable'))?.value).toBe(reachable);
  });
/** The header looks when the tab is seen again, and every five seconds. */
const lookAgain = () => fireEvent(document, new Event('visibilitychange'));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  isServerThere = true;
  asked = 0;
});
afterEach(async () => {
  await opened.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  reload.mockReset();
});

test('[R4] in a network that leads nowhere and is said to be one, the page opens once the server answers', async () => {
  const retry = vi.fn();
  isServerThere = false;
  await open(retry);
  await isKnownAs(false);
  await pass(3_100);
  expect(retry).not.toHaveBeenCalled();
  isServerThere = true;
  lookAgain();
  await waitFor(() => expect(retry).toHaveBeenCalledOnce());
});

test('[R4] a network that was back before the first look is found; a page that is missing for another reason is asked for once', async () => {
  const retry = vi.fn();
  await open(retry);
  await isKnownAs(true);
  await pass(3_100);
  await waitFor(() => expect(retry).toHaveBeenCalled());
  await pass(30_000);
  expect(retry).toHaveBeenCalledOnce();
});

test('[R4] a page that could not be had in a weak network is asked for again once the network was away and is back', async () => {
  const retry = vi.fn();
  await open(retry);
  await pass(3_100);
  await waitFor(() => expect(retry).toHaveBeenCalledOnce());
  isServerThere = false;
  await pass(3_100);
  await isKnownAs(false);
  isServerThere = true;
  await pass(5_100);
  await waitFor(() => expect(retry).toHaveBeenCalledTimes(2));
});

describe('[R4] a page whose code is missing', () => {
  test('is loaded again each time the server was away, and else once in a minute', async () => {
    await open();
    await pass(3_100);
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    cleanup();
    await open();
    await pass(3_100);
    await isKnownAs(true);
    expect(reload, 'it was no help').toHaveBeenCalledTimes(1);
    const { replica } = opened.engineOf('visitor');
    await replica.meta.put({ key: 'reachable', value: false });
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
  });

  test('[O12] is not loaded again under an upload, but after it', async () => {
    const end = unsavedParts.begin();
    await open();
    const before = asked;
    await pass(3_100);
    await waitFor(() => expect(asked).toBeGreaterThan(before));
    await isKnownAs(true);
    expect(reload).not.toHaveBeenCalled();
    act(end);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

test('[R4] nothing is asked or done once the page was left', async () => {
  const retry = vi.fn();
  await open(retry);
  await isKnownAs(true);
  cleanup();
  const before = asked;
  await pass(9_000);
  expect([asked, retry.mock.calls]).toEqual([before, []]);
});

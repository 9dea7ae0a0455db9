// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NeedsNetwork } from '#app/needs-network.tsx';
import { type PersonPorts, PersonProvider } from '#app/person.tsx';
import { unfinished } from '#app/unfinished.ts';
import { MARKER_HEADER, MARKER_VALUE } from '#sync/contract/server-paths.ts';

const answer = vi.fn<() => Promise<Response>>();
const none = () => Promise.reject(new TypeError('Failed to fetch'));
const ours = async () => new Response('{}', { headers: { [MARKER_HEADER]: MARKER_VALUE } });
const hotel = async () => new Response('<h1>Welcome to our hotel</h1>');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answer.mockReset();
});

/** Nobody is known yet, so that no engine tells of the network. */
const ports: PersonPorts = {
  currentPerson: () => new Promise(() => {}),
  engineFor: () => {
    throw new Error('Nobody is here.');
  },
  onPersonChange: () => () => {},
};
const page = (onRetry?: () => void) => (
  <PersonProvider ports={ports}>
    <NeedsNetwork {...(onRetry && { onRetry })} />
  </PersonProvider>
);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('[R4] in a network that leads nowhere and is said to be one, the page opens once the server answers', async () => {
  const retry = vi.fn();
  answer.mockImplementation(none);
  const { rerender } = render(page(retry));
  await pass(3_100);
  answer.mockImplementation(hotel);
  rerender(page(() => retry()));
  await pass(6_000);
  expect(retry).not.toHaveBeenCalled();
  answer.mockImplementation(ours);
  await pass(3_000);
  expect(retry).toHaveBeenCalledOnce();
});

test('[R4] a network that was back before the first look is found; a page that is missing for another reason is asked for once', async () => {
  const retry = vi.fn();
  answer.mockImplementation(ours);
  render(page(retry));
  await pass(30_000);
  expect(retry).toHaveBeenCalledOnce();
});

describe('[R4] a page whose code is missing', () => {
  const reload = vi.fn();
  beforeEach(() => {
    vi.spyOn(window.location, 'reload').mockImplementation(reload);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    reload.mockReset();
    sessionStorage.clear();
  });

  test('is loaded again each time the server was away, and else once in a minute', async () => {
    answer.mockImplementation(ours);
    render(page());
    await pass(30_000);
    expect(reload).toHaveBeenCalledTimes(1);
    cleanup();
    render(page());
    await pass(6_000);
    expect(reload, 'it was no help').toHaveBeenCalledTimes(1);
    answer.mockImplementation(none);
    await pass(3_000);
    answer.mockImplementation(ours);
    await pass(3_000);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('[O12] is not loaded again under an upload, but after it', async () => {
    const end = unfinished.begin();
    answer.mockImplementation(none);
    render(page());
    await pass(3_000);
    answer.mockImplementation(ours);
    await pass(9_000);
    expect(reload).not.toHaveBeenCalled();
    end();
    await pass(3_000);
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

test('[R4] an answer that comes after the page was left does nothing', async () => {
  const retry = vi.fn();
  answer.mockImplementation(none);
  const shown = render(page(retry));
  const late = Promise.withResolvers<Response>();
  await pass(0);
  answer.mockReturnValue(late.promise);
  await pass(3_000);
  shown.unmount();
  late.resolve(await ours());
  await pass(100);
  expect(retry).not.toHaveBeenCalled();
});

test('[R4] nobody asks while nobody looks, or once it is gone', async () => {
  answer.mockImplementation(none);
  const shown = render(page(() => {}));
  await pass(0);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  answer.mockClear();
  await pass(9_000);
  expect(answer).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  shown.unmount();
  await pass(9_000);
  expect(answer).not.toHaveBeenCalled();
});

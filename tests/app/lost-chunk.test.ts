// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reloadOnLostChunk } from '#app/lost-chunk.ts';
import { loadPatiently } from '#app/ui/later.ts';

describe('a part of the app that could not be loaded', () => {
  const reload = vi.fn();
  const lose = async () => {
    window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
  };

  beforeAll(() => reloadOnLostChunk());
  beforeEach(() => {
    vi.spyOn(window.location, 'reload').mockImplementation(reload);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    reload.mockReset();
    sessionStorage.clear();
  });

  test('loads the page again, once, while the server answers', async () => {
    vi.stubGlobal('fetch', async () => new Response(''));
    await lose();
    await lose();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('[O1] leaves the page and what was typed on it alone without a network', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await lose();
    expect(reload).not.toHaveBeenCalled();
  });

  test('[O1] is asked for again when the network returns, and never throws', async () => {
    const load = vi.fn<() => Promise<string>>();
    load
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValueOnce('here');
    const loaded = loadPatiently(load);
    await new Promise((resolve) => setTimeout(resolve));
    expect(load).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event('online'));
    expect(await loaded).toBe('here');
  });
});

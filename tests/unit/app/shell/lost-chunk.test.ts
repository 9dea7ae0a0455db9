// @vitest-environment happy-dom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reloadOnLostChunk } from '#app/shell/lost-chunk.ts';

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

  test('[O1] leaves the page and what was typed on it alone until the network returns', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await lose();
    expect(reload).not.toHaveBeenCalled();
    vi.stubGlobal('fetch', async () => new Response(''));
    window.dispatchEvent(new Event('online'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

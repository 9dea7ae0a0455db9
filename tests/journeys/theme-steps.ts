import type { Page } from '@playwright/test';

export const THEMES = ['light', 'dark', 'outdoor'];

/** Puts the page into a theme, and waits until every colour has arrived at its own, and tables have left out what has no room. */
export const dress = (page: Page, theme: string): Promise<void> =>
  page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name;
    // One that follows the scrolling never ends.
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    await Promise.all(timed.map(({ finished }) => finished.catch(() => undefined)));
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await drawn().then(drawn).then(drawn);
  }, theme);

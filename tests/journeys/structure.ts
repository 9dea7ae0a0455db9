// What axe does not see: the order of headings, landmarks with their names, the size of what is touched, the way of the focus.
import type { Page } from '@playwright/test';
import type { Screen } from './screen-steps.ts';

/** Sentences about what is wrong with the page's build; none when all is well. */
export function buildTroubles(page: Page, { isModal = false }: Pick<Screen, 'isModal'>): Promise<string[]> {
  return page.evaluate((modal) => {
    const troubles: string[] = [];
    const all = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      );
    const inDialog = (element: Element) => element.closest('[role=dialog]') !== null;
    const told = (element: Element) => element.outerHTML.replace(/<svg.*?<\/svg>/gs, '').slice(0, 140);

    const levels = all('h1, h2, h3, h4, h5, h6').filter((heading) => !inDialog(heading));
    const firsts = levels.filter(({ tagName }) => tagName === 'H1');
    if (firsts.length !== 1) troubles.push(`${firsts.length} main headings`);
    let last = 0;
    for (const heading of levels) {
      const level = Number(heading.tagName[1]);
      if (level > last + 1) troubles.push(`heading skips from ${last} to ${level}: ${told(heading)}`);
      last = level;
    }
    if (modal && all('[role=dialog] h2').length === 0) troubles.push('a dialog without its heading');
    if (all('main').length !== 1) troubles.push(`${all('main').length} main landmarks`);
    if (all('body header').filter((header) => !header.closest('main, article, section')).length !== 1)
      troubles.push('not exactly one banner');
    const navigations = all('nav').map((nav) => nav.getAttribute('aria-label') ?? '');
    for (const [index, name] of navigations.entries())
      if (!name || navigations.indexOf(name) !== index)
        troubles.push(`navigation without a name of its own: '${name}'`);

    const TOUCHED =
      'a[href], button, input, select, textarea, summary, [role^=menuitem], [role=radio], [tabindex="0"]:not([role=region]):not(ol)';
    for (const element of all(TOUCHED)) {
      if (
        element.closest('[href="#main"], [aria-hidden=true], [data-radix-focus-guard]') ||
        element.matches(':disabled, span')
      )
        continue;
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
      const isTick = element.matches('[type=radio], [type=checkbox]');
      // A card's link reaches over the whole card.
      const isStretched = getComputedStyle(element, '::after').position === 'absolute';
      const touched = isTick && label ? label : isStretched ? (element.offsetParent ?? element) : element;
      const { width, height } = touched.getBoundingClientRect();
      // For a mouse at a desk, as the pages of administration narrow their targets; a touch screen has these at 48 px, too.
      const isNarrowed = getComputedStyle(element).getPropertyValue('--spacing-touch').trim() === '2.25rem';
      const isForMouse =
        innerWidth >= 768 && (isNarrowed || element.closest('nav[aria-label=Administration], table') !== null);
      const isInline = getComputedStyle(element).display === 'inline' && element.closest('p, li, td') !== null;
      const isInText = isInline || (isForMouse && element.matches('td a'));
      const least = isInText ? 24 : isForMouse ? 36 : 48;
      if (width < (isInText ? 0 : least - 0.5) || height < least - 0.5)
        troubles.push(`only ${Math.round(width)} x ${Math.round(height)} px: ${told(element)}`);
    }
    for (const element of all('[tabindex]')) if (element.tabIndex > 0) troubles.push(`own tab order: ${told(element)}`);
    return troubles;
  }, isModal);
}

/** On a screen of one column, headings that are read out before one that stands above them. */
export function readingTroubles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const headings = [...document.querySelectorAll<HTMLElement>('main :is(h1, h2, h3, h4)')].filter((heading) =>
      heading.checkVisibility({ visibilityProperty: true }),
    );
    const topOf = (heading: HTMLElement) => heading.getBoundingClientRect().top;
    return headings.flatMap((heading, index) => {
      const before = headings[index - 1];
      return before && topOf(before) > topOf(heading) + 1 ? [`${heading.innerText} after ${before.innerText}`] : [];
    });
  });
}

/** Goes through the page by Tab and tells of stops that cannot be seen, stand behind the header, or trap the focus. */
export async function focusTroubles(page: Page, least = 3): Promise<string[]> {
  const troubles: string[] = [];
  const seen = new Set<string>();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const all = [...document.querySelectorAll('*')];
      const own = getComputedStyle(element);
      const around = getComputedStyle(element.closest('label') ?? element);
      const isOutlined = [own, around].some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      );
      const box = element.getBoundingClientRect();
      const bar = document.querySelector('header');
      const isBehind =
        !bar?.contains(element) &&
        !element.closest('[href="#main"]') &&
        box.bottom <= (bar?.offsetHeight ?? 0) &&
        // The side bar of administration stands beside the header.
        box.right > (bar?.offsetLeft ?? 0);
      const isOutside = box.bottom < 0 || box.top > innerHeight;
      const words = element.outerHTML.replace(/<svg.*?<\/svg>/gs, '').slice(0, 120);
      return { place: `${all.indexOf(element)}`, isOutlined, isBehind, isOutside, words };
    });
    if (!found || seen.has(found.place)) break;
    seen.add(found.place);
    if (!found.isOutlined) troubles.push(`focus is not seen: ${found.words}`);
    if (found.isBehind || found.isOutside) troubles.push(`focus is out of sight: ${found.words}`);
  }
  if (seen.size < least) troubles.push(`Tab reaches only ${seen.size} things`);
  return troubles;
}

/** Nothing is wider than the screen (WCAG 1.4.10). */
export async function reflowTroubles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (each) => each.getBoundingClientRect().right > innerWidth + 0.5,
    );
    return [
      `${document.documentElement.scrollWidth} px wide at ${innerWidth}: ${wide
        .slice(0, 3)
        .map((each) => each.outerHTML.slice(0, 120))
        .join(' | ')}`,
    ];
  });
}

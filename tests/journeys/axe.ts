// What axe finds on a page in the three themes; outdoors with the contrast for a bright roof, 7:1.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { dress, THEMES } from './theme-steps.ts';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A theme changes colours and makes type larger, nothing else: in the second and third only their rules are asked again. */
const DRESSED = ['link-in-text-block', 'scrollable-region-focusable'];
const CONTRAST: Record<string, string> = { outdoor: 'color-contrast-enhanced' };

const told = (violations: AxeResults['violations']) =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any, all, none }) => `${id}: ${[...any, ...all, ...none][0]?.message} ${html.slice(0, 160)}`),
  );

/**
 * All rules but one: what is touched is measured in structure.ts, and a row that stands half under a bar by a chance of scrolling
 * is out of nobody's reach. Nothing here comes from another origin, and the legacy mode spares a tab for every look.
 */
async function look(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  return told((await axe.withTags(RULES).disableRules('target-size').analyze()).violations);
}

/** With the axe that is still in the page. */
async function lookAgain(page: Page, theme: string): Promise<string[]> {
  const run = async (rules: string[]): Promise<AxeResults> =>
    Reflect.get(window, 'axe').run(document, { runOnly: { type: 'rule', values: rules }, resultTypes: ['violations'] });
  return told((await page.evaluate(run, [...DRESSED, CONTRAST[theme] ?? 'color-contrast'])).violations);
}

/** Leaves the page in the light theme. */
export async function axeTroubles(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  for (const theme of THEMES) {
    await dress(page, theme);
    // Axe does not judge the colours of what stands half under the header.
    await page.evaluate(() => window.scrollTo(0, 0));
    const found = theme === 'light' ? await look(page) : await lookAgain(page, theme);
    troubles.push(...found.map((each) => `${theme}: ${each}`));
  }
  await dress(page, 'light');
  return troubles;
}

// Somebody else takes the tablet while work of the first person waits, and the browser may die under their hands.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { ORG_ADMIN } from '../../../journeys/product.ts';
import { addPerson, openMenu, sitsHere } from '../../../journeys/tablet-steps.ts';
import { openBooks } from '../books.ts';
import type { Fault } from '../fault.ts';
import { tap } from '../taps.ts';

const [FIRST, SECOND] = ['Lena Learner', 'Omar Orgadmin'];

async function sitDown(page: Page, from: string, to: string): Promise<void> {
  await openMenu(page, from);
  await page.getByRole('menuitem', { name: to }).click();
  await sitsHere(page, to);
}

/** Both are signed in here, the first sits. */
async function shareTablet(page: Page): Promise<void> {
  await openMenu(page, FIRST);
  await page.getByRole('menuitem', { name: 'Add another person' }).waitFor();
  const isKnown = await page.getByRole('menuitem', { name: SECOND }).isVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  if (isKnown) return;
  await addPerson(page, FIRST, ORG_ADMIN);
  await sitsHere(page, SECOND);
  await sitDown(page, SECOND, FIRST);
}

export const people: Fault[] = [
  {
    name: 'somebody else takes the tablet while work waits',
    catalogue: '7',
    runs: { short: 2, full: 12 },
    async play(stage, turn) {
      const lessons = stage.lessons.slice(0, 2);
      await shareTablet(stage.page);
      const books = await openBooks(stage, lessons);
      stage.wire.cut();
      for (const lesson of lessons) await tap(stage.page, lesson, books);
      await sitDown(stage.page, FIRST, SECOND);
      stage.wire.mend();
      await stage.page.evaluate(() => window.dispatchEvent(new Event('online')));
      await sleep(stage.chance.between(0, 2_000));
      if (turn % 2 === 1) await stage.device.killAndRestart();
      await stage.page.goto('/sync');
      await sitsHere(stage.page, SECOND);
      await sleep(2_500);
      await sitDown(stage.page, SECOND, FIRST);
      return books.close();
    },
  },
];

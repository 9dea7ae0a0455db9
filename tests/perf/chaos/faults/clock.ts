// The tablet believes another time: two years off either way, before, during and after the work.
import { openBooks } from '../books.ts';
import type { Fault } from '../fault.ts';
import { settle } from '../stage.ts';
import { tap } from '../taps.ts';

const TWO_YEARS_MS = 2 * 365 * 86_400_000;

/** Moves the clock of a page as it is opened: all that JavaScript there can ask. The worker and the server keep the true time. */
function moveClock(offset: number): void {
  const True = Date;
  class Moved extends True {
    constructor(...given: [] | [number | string | Date]) {
      super(given.length === 0 ? True.now() + offset : (given[0] as number));
    }
    static override now(): number {
      return True.now() + offset;
    }
  }
  globalThis.Date = Moved as DateConstructor;
}

export const clocks: Fault[] = [1, -1].map((sign) => ({
  name: `clock two years ${sign > 0 ? 'ahead' : 'behind'}`,
  catalogue: '34, 35',
  runs: { short: 1, full: 8 },
  async play(stage, turn) {
    const lesson = stage.chance.pick(stage.lessons);
    const books = await openBooks(stage, [lesson]);
    const wrong = await stage.device.context.newPage();
    await wrong.addInitScript(moveClock, sign * TWO_YEARS_MS);
    stage.wire.cut();
    await tap(wrong, lesson, books);
    await tap(stage.page, lesson, books);
    // The page that is sure to send, and to date what was sent, is the wrong one, or whichever comes first.
    if (turn % 2 === 0) await stage.page.goto('about:blank');
    stage.wire.mend();
    await tap(wrong, lesson, books);
    await settle(wrong);
    await wrong.close();
    return books.close();
  },
}));

// Budget 22: how often a page asks within a minute when one of its calls fails while the server is there.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { openWire } from '../../journeys/wire.ts';
import { newProfile, startDevice } from './browser.ts';
import { lessonPath, sampleContent, signInOnPage, underWorker } from './learner-device.ts';
import { type Plan, roundsThatFit, spreadOf } from './rounds.ts';
import { newFolder, startProduct } from './stage.ts';
import { atMost, type Row } from './table.ts';

const MINUTE_MS = 60_000;
const MINUTES = 8;

interface Storm {
  what: string;
  email?: string;
  /** The call that fails, and the page that makes it. */
  call: string;
  at: string;
}

/** What the page asks of the API in the minute after it was opened, with its call failing. */
async function askedInAMinute(port: number, { email, call, at }: Storm): Promise<number> {
  const wire = await openWire(() => port);
  const device = await startDevice(newProfile());
  try {
    const page: Page = device.pages()[0] ?? (await device.newPage());
    await signInOnPage(page, wire.url, email);
    await underWorker(page);
    wire.reset(call);
    await page.goto(wire.url + at);
    // The page's own calls at its opening are no storm.
    await sleep(5_000);
    const before = wire.passed.length;
    await sleep(MINUTE_MS);
    const asked = wire.passed.slice(before).filter(({ path }) => path.startsWith('/api/'));
    // A list of administration waits for its 'Try again'.
    if (!email && !asked.some(({ path }) => path === call)) throw new Error(`${at} did not ask for ${call} again.`);
    return asked.length;
  } finally {
    await device.close();
    await wire.close();
  }
}

export async function measure({ rounds }: Plan): Promise<Row[]> {
  const server = await startProduct(newFolder());
  try {
    const content = await sampleContent(server);
    const quiz = content.lessonOf('quiz');
    const storms: Storm[] = [
      { what: 'home, its list of courses', call: '/api/courses', at: '/' },
      {
        what: 'a course, its lessons',
        call: `/api/courses/${quiz.courseId}/lessons`,
        at: `/course/${quiz.courseId}`,
      },
      { what: 'a quiz, its questions', call: `/api/lessons/${quiz.id}/quiz`, at: lessonPath(quiz) },
      {
        what: 'administration, its courses',
        email: 'super@demo.example',
        call: '/api/admin/courses',
        at: '/admin/courses',
      },
    ];
    const fit = roundsThatFit(rounds, { roundMs: MINUTE_MS + 15_000, totalMs: MINUTES * MINUTE_MS });
    const most: number[] = [];
    for (let round = 0; round < fit; round += 1) {
      const asked = await Promise.all(storms.map((storm) => askedInAMinute(server.port, storm)));
      console.log(storms.map(({ what }, at) => `${what}: ${asked[at]}`).join('; '));
      most.push(Math.max(...asked));
    }
    return [
      {
        number: '22',
        what: `requests of a page in a minute whose one call fails while the server is there, the most of ${storms.length} pages`,
        measured: spreadOf(most),
        budget: atMost(12),
      },
    ];
  } finally {
    await server.stop();
  }
}

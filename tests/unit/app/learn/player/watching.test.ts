import { describe, expect, test } from 'vitest';
import { nextSpeed, playerAction, spokenTime } from '#app/learn/player/playback.ts';
import { dueReport, resumePosition, watchedSoFar } from '#app/learn/player/watching.ts';
import { clockLabel } from '#app/ui/labels.ts';
import { WATCHED_RANGES_LIMIT, type WatchedRanges, watchedPercent } from '#sync/contract/progress.ts';

const played = (ranges: WatchedRanges) => ({
  length: ranges.length,
  start: (index: number) => ranges[index]?.[0] ?? 0,
  end: (index: number) => ranges[index]?.[1] ?? 0,
});
const nothingYet = { atMs: null, percent: 0, positionSeconds: null, completed: false };

describe('what counts as watched', () => {
  test('[Y12] what was watched on another day is added, and seconds seen twice count once', () => {
    const watched = watchedSoFar([[0, 60]], played([[30, 96]]));
    expect(watched).toEqual([[0, 96]]);
    expect(dueReport(nothingYet, watchedPercent(watched, 100), 0)).toBe('completed');
  });

  test('[S4] a thousand scraps still fit into one report', () => {
    const scraps: WatchedRanges = Array.from({ length: 1000 }, (_, n) => [n * 2, n * 2 + 1]);
    expect(watchedSoFar([], played(scraps)).length).toBeLessThanOrEqual(WATCHED_RANGES_LIMIT);
  });
});

describe('when a report is due', () => {
  test('[S4] nothing is sent at 0 percent', () => {
    expect(dueReport(nothingYet, 0, 60_000)).toBeNull();
  });

  test('[S4] the first played second is reported, then nothing for ten seconds', () => {
    expect(dueReport(nothingYet, 0.2, 0)).toBe('in_progress');
    const last = { atMs: 1000, percent: 0.2, positionSeconds: 1, completed: false };
    expect(dueReport(last, 9, 10_999)).toBeNull();
    expect(dueReport(last, 9, 11_000)).toBe('in_progress');
  });

  test('[S4] a jump of ten points is reported at once', () => {
    const last = { atMs: 1000, percent: 5, positionSeconds: 1, completed: false };
    expect(dueReport(last, 14.9, 2000)).toBeNull();
    expect(dueReport(last, 15, 2000)).toBe('in_progress');
  });

  test('[S4] completed at 95 percent and only once', () => {
    const last = { atMs: 1000, percent: 94, positionSeconds: 1, completed: false };
    expect(dueReport(last, 94.99, 1500)).toBeNull();
    expect(dueReport(last, 95, 1500)).toBe('completed');
    expect(dueReport({ ...last, completed: true }, 100, 999_999)).toBeNull();
  });
});

test('[Z2] the video goes on at the remembered second, and from the start when that was the end', () => {
  expect(resumePosition(42.5, 100)).toBe(42.5);
  expect(resumePosition(99, 100)).toBe(0);
  expect(resumePosition(null, 100)).toBe(0);
  expect(resumePosition(5, Number.NaN)).toBe(0);
});

describe('[Z2] the keys of the player', () => {
  const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
    playerAction({ key, ctrlKey: false, metaKey: false, altKey: false, ...held });

  test('j and l skip ten seconds, upper case too, and > plays faster', () => {
    const video = { currentTime: 30, duration: 100, playbackRate: 1 } as HTMLVideoElement;
    const parts = { video, frame: video, toggleCaptions: () => {}, showKeys: () => {} };
    press('j')?.(parts);
    expect(video.currentTime).toBe(20);
    press('L')?.(parts);
    expect(video.currentTime).toBe(30);
    press('>')?.(parts);
    expect(video.playbackRate).toBe(1.25);
  });

  test("the browser's own shortcuts stay the browser's", () => {
    expect(press('c', { ctrlKey: true })).toBeUndefined();
    expect(press('f', { metaKey: true })).toBeUndefined();
    expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
    expect(press('x')).toBeUndefined();
  });

  test('speeds move by one step and stay between 0.5 and 2', () => {
    expect(nextSpeed(1, 1)).toBe(1.25);
    expect(nextSpeed(1, -1)).toBe(0.75);
    expect(nextSpeed(2, 1)).toBe(2);
    expect(nextSpeed(0.5, -1)).toBe(0.5);
  });

  test('times read well', () => {
    expect(clockLabel(65.9)).toBe('1:05');
    expect(clockLabel(3725)).toBe('1:02:05');
    expect(clockLabel(Number.NaN)).toBe('0:00');
    expect(spokenTime(61)).toBe('1 minute 1 second');
    expect(spokenTime(9)).toBe('9 seconds');
  });
});

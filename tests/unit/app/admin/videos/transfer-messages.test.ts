import { describe, expect, test } from 'vitest';
import { formatRate, formatTimeLeft, megabytes, rateOf, withSample } from '#app/admin/videos/transfer-messages.ts';

const MB = 1024 * 1024;

describe('[U8] how an upload is told', () => {
  test('a size is in MB with one decimal', () => {
    expect(megabytes(0)).toBe('0.0 MB');
    expect(megabytes(470_960)).toBe('0.4 MB');
    expect(megabytes(2 * 1024 * MB)).toBe('2048.0 MB');
  });

  test('a rate is in MB, and in KB on a slow line', () => {
    expect(formatRate(1.25 * MB)).toBe('1.3 MB/s');
    expect(formatRate(20 * 1024)).toBe('20 KB/s');
  });

  test('the rate is that of the last seconds, and unknown in the first one', () => {
    let samples = withSample([], { at: 0, sent: 0 });
    samples = withSample(samples, { at: 500, sent: 4 * MB });
    expect(rateOf(samples)).toBeUndefined();
    for (let at = 1000; at <= 20_000; at += 500) {
      samples = withSample(samples, { at, sent: 4 * MB + at * 100 });
    }
    expect(rateOf(samples)).toBe(100_000);
    expect(samples.length).toBeLessThan(15);
  });

  test('after a pause longer than the window there is still a rate', () => {
    const samples = withSample([{ at: 0, sent: 0 }], { at: 60_000, sent: 60_000 });
    expect(rateOf(samples)).toBe(1000);
  });

  test('the time left is rounded up, from seconds to hours', () => {
    expect(formatTimeLeft(5 * MB, MB)).toBe('a few seconds left');
    expect(formatTimeLeft(41 * MB, MB)).toBe('about 50 seconds left');
    expect(formatTimeLeft(59.5 * MB, MB)).toBe('about 60 seconds left');
    expect(formatTimeLeft(60 * MB, MB)).toBe('about 1 minute left');
    expect(formatTimeLeft(61 * MB, MB)).toBe('about 2 minutes left');
    expect(formatTimeLeft(3600 * MB, MB)).toBe('about 1 h left');
    expect(formatTimeLeft(5401 * MB, MB)).toBe('about 1 h 31 min left');
    expect(formatTimeLeft(MB, 0)).toBeUndefined();
  });
});

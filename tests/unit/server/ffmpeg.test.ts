// Whole small films of the kinds that phones and cameras make: what is in them, and what is made of them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { VideoFacts } from '#server/deps.ts';
import { openConverter } from '#server/media/ffmpeg.ts';
import { pictureType } from '#server/media/picture-format.ts';
import { everyFfmpeg, FILMS } from '#tests/fixtures/ffmpeg.ts';

const { signal } = new AbortController();
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-films-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe.each(everyFfmpeg())('%s', (_, path) => {
  const open = async () => {
    const converter = await openConverter(path);
    if (!converter) throw new Error('It does not run.');
    return converter;
  };

  test.each([
    ['hevc-10-bit.mov', { codec: 'hevc', pixelFormat: 'yuv420p10le', audio: 'aac' }, [960, 540]],
    ['4k-without-sound.mp4', { codec: 'h264', audio: null, width: 3840, height: 2160 }, [1280, 720]],
    ['upright-phone.mov', { codec: 'h264', width: 540, height: 960 }, [540, 960]],
    ['mpeg4.avi', { codec: 'mpeg4', audio: 'mp3' }, [320, 240]],
    ['matroska.mkv', { codec: 'hevc', audio: null }, [320, 240]],
    ['prores.mov', { codec: 'prores' }, [64, 48]],
    ['camera.m2ts', { codec: 'mpeg2video' }, [320, 240]],
    ['vp9.webm', { codec: 'vp9' }, [320, 240]],
    ['small.mp4', { codec: 'h264', audio: 'aac' }, [320, 240]],
  ] as const)('%s is looked at, and made into what tablets play', async (name, found, [width, height]) => {
    const { probe, convert, poster } = await open();
    const facts = await probe(join(FILMS, name), signal);
    expect(facts).toMatchObject(found);
    if (!facts) return;
    const to = join(aFolder(), 'made');
    await convert(join(FILMS, name), to, { facts, signal });
    const made = await probe(to, signal);
    expect(made).toMatchObject({ codec: 'h264', pixelFormat: 'yuv420p', audio: facts.audio && 'aac', width, height });
    expect(made?.seconds).toBeCloseTo(facts.seconds ?? 0, 0);
    await poster(join(FILMS, name), to, { facts, signal });
    expect(pictureType(readFileSync(to))?.type).toBe('image/jpeg');
  });

  test('a film of any length, whole or not, is given its time', async () => {
    const { probe, convert } = await open();
    const facts = await probe(join(FILMS, 'small.mp4'), signal);
    for (const seconds of [10.033333, 400_000, undefined])
      await convert(join(FILMS, 'small.mp4'), join(aFolder(), 'made'), {
        facts: { ...facts, seconds } as VideoFacts,
        signal,
      });
  });

  test('a text under the name of a video, and a list of addresses, are no videos', async () => {
    const { probe } = await open();
    for (const text of [
      'I am a video, believe me.',
      '#EXTM3U\n#EXTINF:9,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n',
    ]) {
      const path = join(aFolder(), 'walk.mp4');
      writeFileSync(path, text);
      expect(await probe(path, signal)).toBeUndefined();
    }
  });

  test('work that is not wanted any more is not begun', async () => {
    const { probe } = await open();
    await expect(probe(join(FILMS, 'small.mp4'), AbortSignal.abort())).rejects.toThrow('abort');
  });
});

test('one that was named and cannot be run is told; off is off', async () => {
  await expect(openConverter('/nowhere/ffmpeg')).rejects.toThrow('FFMPEG /nowhere/ffmpeg cannot be run');
  expect(await openConverter('off')).toBeUndefined();
});

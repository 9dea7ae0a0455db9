// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import type { WatchedRanges } from '#sync/contract/progress.ts';
import { newDownload } from '#sync/store/media-ledger.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { answer as answered } from '#tests/fixtures/auth-service.ts';
import type { Reply } from '#tests/fixtures/fake-network.ts';
import { lessonPages } from '#tests/fixtures/lesson-pages.tsx';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const lessons = [
  aLesson({ id: 201, orderIndex: 1, title: 'Walk the scan path', videoUrl: '/media/a1', duration: 100 }),
  aLesson({ id: 202, orderIndex: 2, title: 'Care for the scanner', videoUrl: '/media/a2', duration: 100 }),
];
const content = [{ course: aCourse({ lessonCount: 2 }), lessonsOf: { courseId: 4, lessons } }];

let opened: Awaited<ReturnType<typeof openApp>>;
let nowMs = 0;
beforeEach(() => {
  nowMs = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await opened.close();
});

/** The video element with a duration of 100 s, whose `played` ranges the test says. */
async function openVideo(lessonId = 201, network?: Reply) {
  opened = await openApp({ content, screen: lessonPages, network, at: `/course/4/lesson/${lessonId}` });
  await screen.findByRole('region', { name: 'Video player' });
  return prepared();
}

function prepared() {
  const video = document.querySelector('video');
  if (!video) throw new Error('There is no video.');
  let ranges: WatchedRanges = [];
  Object.defineProperty(video, 'duration', { value: 100, configurable: true });
  Object.defineProperty(video, 'played', {
    configurable: true,
    get: () => ({ length: ranges.length, start: (n: number) => ranges[n]?.[0], end: (n: number) => ranges[n]?.[1] }),
  });
  fireEvent(video, new Event('loadedmetadata'));
  const recording = vi.spyOn(opened.engine, 'record').mock;
  const play = async (played: WatchedRanges, event = 'timeupdate') => {
    ranges = played;
    video.currentTime = played.at(-1)?.[1] ?? 0;
    await act(async () => {
      fireEvent(video, new Event(event));
      await Promise.allSettled(recording.results.map(({ value }) => value));
    });
  };
  return { video, play };
}

const bodies = async () => (await opened.engine.replica.outbox.toArray()).map((entry) => entry.body);
/** The newest report. Whether it took the place of the one before is the outbox's affair: a pass may have come between. */
const lastBody = async () => (await bodies()).at(-1);

describe('a film that is not here', () => {
  test('[S9, O2] is said to be elsewhere, also when it failed before its element was in the page', async () => {
    const failing = vi.spyOn(HTMLVideoElement.prototype, 'error', 'get');
    failing.mockReturnValue({ code: 4, message: 'Format error' } as MediaError);
    opened = await openApp({ content, screen: lessonPages, at: '/course/4/lesson/201' });
    await waitFor(() => expect(document.querySelector('video')?.getAttribute('src')).toBe('/media/a1?again=1'));
    fireEvent.error(document.querySelector('video') as HTMLVideoElement);
    expect(await screen.findByText(/This video is not on this device\./)).toBeDefined();
  });
});

test('a search leads to the second of the video, wherever the user has stopped', async () => {
  opened = await openApp({ content, screen: lessonPages, at: '/course/4/lesson/201?find=scan&t=67' });
  await screen.findByRole('region', { name: 'Video player' });
  await waitFor(() => expect(prepared().video.currentTime).toBe(67));
  expect(opened.query(), 'a reload begins where one stopped').toBe('');
  // A Reset begins anew (R-S8).
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 201, status: 'completed' });
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  const before = document.querySelector('video');
  fireEvent.click(await screen.findByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(document.querySelector('video')).not.toBe(before));
  await screen.findByText('Progress saved');
  expect(prepared().video.currentTime).toBe(0);
});

describe('what is reported', () => {
  test('[S4] skipping to the end completes nothing, watching the rest does, and only once', async () => {
    const { play } = await openVideo();
    await play([
      [0, 40],
      [96, 100],
    ]);
    expect(await bodies()).toMatchObject([{ status: 'in_progress' }]);
    expect(screen.queryByText('Lesson completed!')).toBeNull();
    await play([
      [0, 95],
      [96, 100],
    ]);
    await screen.findByText('Lesson completed!');
    expect(await lastBody()).toMatchObject({ status: 'completed' });
    nowMs += 60_000;
    await play([[0, 100]]);
    expect((await bodies()).filter((body) => body && 'status' in body && body.status === 'completed')).toHaveLength(1);
  });

  test('[S4] the last position is kept on pause, however soon', async () => {
    const { play } = await openVideo();
    await play([[0, 2]]);
    await play([[0, 3.5]], 'pause');
    expect(await lastBody()).toMatchObject({ status: 'in_progress', positionSeconds: 3.5 });
  });

  test('[S4] the last position is kept when the lesson is left, however soon', async () => {
    const { play } = await openVideo();
    await play([[0, 2]]);
    await play([[0, 3]]);
    opened.unmount();
    await waitFor(async () => expect(await lastBody()).toMatchObject({ positionSeconds: 3, watched: [[0, 3]] }));
  });

  test('[S4] a report that this device could not keep is made again', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { play } = await openVideo();
    vi.spyOn(opened.engine, 'record').mockRejectedValueOnce(new Error('full'));
    await play([[0, 2]]);
    await waitFor(() => expect(console.warn).toHaveBeenCalled());
    expect(await bodies()).toEqual([]);
    await play([[0, 3]]);
    await waitFor(async () => expect(await lastBody()).toMatchObject({ positionSeconds: 3 }));
  });

  test('[Z2] a film that is left as it was found says nothing: another device may know a later second', async () => {
    const { play } = await openVideo();
    await play([], 'pause');
    expect(await bodies()).toEqual([]);
    await play([[0, 2]]);
    const said = await bodies();
    nowMs += 60_000;
    await play([[0, 2]], 'pause');
    await play([[0, 2]]);
    expect(await bodies()).toEqual(said);
    await play([[0, 2.5]], 'pause');
    expect(await lastBody()).toMatchObject({ positionSeconds: 2.5 });
  });

  test('[Y12, Z2] what was watched yesterday counts today, and the video goes on where it was', async () => {
    opened = await openApp({ content, screen: null, at: '/' });
    const before = { kind: 'unit', courseId: 4, lessonId: 201, status: 'in_progress' } as const;
    const { engine } = opened;
    await engine.record({ ...before, positionSeconds: 60, watched: [[0, 60]] });
    opened.show(lessonPages, '/course/4/lesson/201');
    await screen.findByRole('region', { name: 'Video player' });
    const { video, play } = prepared();
    expect(video.currentTime).toBe(60);
    await play([[60, 96]]);
    await screen.findByText('Lesson completed!');
  });
});

const reset = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Reset' }));
};

describe('after the video', () => {
  test('[S5] the panel leads to the next lesson', async () => {
    const { play } = await openVideo();
    await play([[0, 97]]);
    const next = await screen.findByRole('link', { name: 'Continue to Next Lesson' });
    expect(next.getAttribute('href')).toBe('/course/4/lesson/202');
    expect(screen.getByText('Lesson completed!')).toBeTruthy();
    expect(screen.queryByText('Lesson Completed!'), 'the panel says it, and no toast again').toBeNull();
  });

  test('[S5] on the last open lesson it is the course that is completed', async () => {
    const { play } = await openVideo(202);
    await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 201, status: 'completed' });
    await play([[0, 97]]);
    await screen.findByText('Course completed! Great job!');
    expect(screen.queryByText('Lesson completed!')).toBeNull();
  });

  test('[S8] a Reset that is taken back brings the seconds and the position back with it', async () => {
    const { play } = await openVideo();
    await play([[0, 97]]);
    await reset();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'More' });
    expect(await lastBody()).toEqual({ lessonId: 201, status: 'completed', positionSeconds: 97, watched: [[0, 97]] });
  });

  test('[S8] a Reset forgets what was watched: playing on does not complete at once', async () => {
    const first = await openVideo();
    await first.play([[0, 97]]);
    await reset();
    await screen.findByRole('button', { name: 'Mark Complete' });
    const second = prepared();
    expect(second.video).not.toBe(first.video);
    await second.play([[0, 5]]);
    expect((await bodies()).at(-1)).toMatchObject({ status: 'in_progress', watched: [[0, 5]] });
    expect(screen.queryByText('Lesson completed!')).toBeNull();
  });
});

describe('when it does not play', () => {
  /** `next`: the address that the element is to have then. */
  const fail = async (next?: string) => {
    const video = document.querySelector('video');
    if (!video) throw new Error('There is no video.');
    fireEvent(video, new Event('error'));
    if (next) await waitFor(() => expect(video.getAttribute('src')).toBe(next));
  };

  test('[S9] one silent try, one with a new ticket, then the toast with its text and a retry in place', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}', { status: 404 }));
    // A server that answers, if only with an error, is not offline.
    await openVideo(201, () => ({ status: 500, body: {} }));
    await fail('/media/a1?again=1');
    expect(screen.queryByRole('alert')).toBeNull();
    await fail();
    await screen.findByText('Video Loading Error');
    const view = screen.getByRole('alert');
    expect(within(view).getByText(/The file format may not be supported by your browser/)).toBeTruthy();
    fireEvent.click(within(view).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test('[S9] a ticket from the server is put on the address and the video goes on at the same second', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      answered(200, { token: 't1', expiresInSeconds: 3600 }),
    );
    const { video } = await openVideo();
    video.currentTime = 33;
    await fail('/media/a1?again=1');
    await fail('/media/a1?token=t1&again=1');
    video.currentTime = 0;
    fireEvent(video, new Event('loadedmetadata'));
    expect(video.currentTime).toBe(33);
  });

  test('[S4] a skip pressed while the stream is being loaded again is kept', async () => {
    const { video } = await openVideo(201, () => ({ status: 500, body: {} }));
    video.currentTime = 33;
    await fail('/media/a1?again=1');
    // What an element does whose address changed: it forgets its place and its length.
    video.currentTime = 0;
    Object.defineProperty(video, 'duration', { value: Number.NaN, configurable: true });
    fireEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }));
    expect(screen.getByText('0:43')).toBeTruthy();
    Object.defineProperty(video, 'duration', { value: 100, configurable: true });
    fireEvent(video, new Event('loadedmetadata'));
    expect(video.currentTime).toBe(43);
    fireEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }));
    expect(video.currentTime).toBe(53);
  });

  test('[O2] offline without the video it says so, shows no error toast, and the text stays readable', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    await openVideo();
    await fail('/media/a1?again=1');
    await fail();
    expect(await screen.findByText(/This video is not on this device/)).toBeTruthy();
    expect(screen.queryByText('Video Loading Error')).toBeNull();
    expect(screen.getByText('A floor plan is a picture.')).toBeTruthy();
  });
});

test('[O7, Y23a] offline a video that lies here for somebody else is said to be here, and a tap opens it', async () => {
  vi.spyOn(HTMLVideoElement.prototype, 'error', 'get').mockReturnValue({ code: 4, message: 'x' } as MediaError);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const file = { etag: '"1"', contentType: 'video/mp4', sizeBytes: 9, partBytes: 9, parts: 1, captions: null };
  await device.downloads.put({ ...newDownload('a1'), file, here: [0], isComplete: true });
  await device.grants.put({ userId: 'somebody-else', assetId: 'a1' });
  opened = await openApp({ content, screen: lessonPages, at: '/course/4/lesson/201' });
  await waitFor(() => expect(document.querySelector('video')?.getAttribute('src')).toBe('/media/a1?again=1'));
  fireEvent.error(document.querySelector('video') as HTMLVideoElement);
  await screen.findByText(/^Someone else downloaded this video to this device\./);
  expect(screen.queryByText(/not on this device/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Open it here' }));
  await waitFor(async () => expect(await device.grants.get([opened.engine.userId, 'a1'])).toBeDefined());
  await Promise.all([device.downloads.clear(), device.grants.clear(), device.keptLessons.clear()]);
});

describe('the controls', () => {
  test('[S4, Z2] skip by ten seconds, by button and by key', async () => {
    const { video } = await openVideo();
    video.currentTime = 50;
    fireEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }));
    expect(video.currentTime).toBe(60);
    fireEvent.click(screen.getByRole('button', { name: 'Back 10 seconds' }));
    expect(video.currentTime).toBe(50);
    fireEvent.keyDown(screen.getByRole('region', { name: 'Video player' }), { key: 'j' });
    expect(video.currentTime).toBe(40);
  });

  test('[Z2] a speed is shown as soon as it is chosen, so that of fast presses none counts from an old one', async () => {
    await openVideo();
    const list = screen.getByLabelText<HTMLSelectElement>('Speed');
    // The element says so only with its next event, which does not come here.
    for (const speed of ['1.25', '1.5']) {
      fireEvent.change(list, { target: { value: speed } });
      expect(list.value).toBe(speed);
    }
  });

  test('[Z2] a chosen speed is there again for the next video', async () => {
    await openVideo();
    fireEvent.change(screen.getByLabelText('Speed'), { target: { value: '1.5' } });
    await opened.close();
    const { video } = await openVideo(202);
    await waitFor(() => expect(video.playbackRate).toBe(1.5));
  });
});

import { describe, expect, test } from 'vitest';
import { UploadFailure } from '#app/admin/videos/upload-failure.ts';
import { createUploadQueue, type SendVideo, type UploadRequest } from '#app/admin/videos/upload-queue.ts';

const aWish = (lessonId: number): UploadRequest => ({
  lessonId,
  courseId: 4,
  title: `Lesson ${lessonId}`,
  file: new File(['0123456789'], 'a.mp4', { type: 'video/mp4' }),
  page: '/admin/courses/4',
  playability: Promise.resolve({}),
});

/** A queue whose uploads end when the test says so. */
function opened() {
  const begun: { lessonId: number; way: Parameters<SendVideo>[1]; arrive: () => void; fail: (error: Error) => void }[] =
    [];
  const ended: string[] = [];
  let now = 0;
  const queue = createUploadQueue({
    send: ({ lessonId }, way) =>
      new Promise((resolve, reject) => {
        begun.push({ lessonId, way, arrive: resolve, fail: reject });
        way.signal.addEventListener('abort', () => reject(way.signal.reason));
      }),
    now: () => now,
    onEnd: ({ lessonId }, failure) => ended.push(failure ? `${lessonId}: ${failure.sentence}` : `${lessonId} arrived`),
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const stages = () => queue.all().map(({ lessonId, stage }) => `${lessonId} ${stage.is}`);
  const last = () => begun.at(-1) ?? expect.fail('Nothing has begun.');
  return { queue, begun, ended, settle, stages, last, pass: (ms: number) => (now += ms) };
}

describe('[U8] the queue of uploads', () => {
  test('several go one after another, in the order in which they were started', async () => {
    const { queue, begun, ended, settle, stages, last } = opened();
    for (const id of [1, 2, 3]) queue.start(aWish(id));
    expect(stages()).toEqual(['1 starting', '2 waiting', '3 waiting']);
    last().arrive();
    await settle();
    expect(stages()).toEqual(['2 starting', '3 waiting']);
    last().arrive();
    await settle();
    last().arrive();
    await settle();
    expect(begun.map(({ lessonId }) => lessonId)).toEqual([1, 2, 3]);
    expect(ended).toEqual(['1 arrived', '2 arrived', '3 arrived']);
    expect(queue.all()).toEqual([]);
  });

  test('it says how much was sent and how fast, and when the server has its turn', () => {
    const { queue, last, pass } = opened();
    queue.start(aWish(1));
    last().way.onSent(0);
    pass(2000);
    last().way.onSent(8);
    expect(queue.of(1)?.stage).toEqual({ is: 'sending', sent: 8, bytesPerSecond: 4 });
    last().way.onFinishing();
    expect(queue.of(1)?.stage).toEqual({ is: 'finishing' });
  });

  test('one that failed says why, lets the next one go, and can be tried again', async () => {
    const { queue, begun, ended, settle, stages, last } = opened();
    queue.start(aWish(1));
    queue.start(aWish(2));
    last().fail(new UploadFailure('Upload failed with status 500', { detail: 'The disk is full.' }));
    await settle();
    expect(queue.of(1)?.stage).toEqual({
      is: 'failed',
      sentence: 'Upload failed with status 500',
      detail: 'The disk is full.',
      refusesFile: false,
    });
    expect(stages()).toEqual(['1 failed', '2 starting']);
    queue.tryAgain(1);
    expect(stages()).toEqual(['1 waiting', '2 starting']);
    last().arrive();
    await settle();
    last().arrive();
    await settle();
    expect(begun.map(({ lessonId }) => lessonId)).toEqual([1, 2, 1]);
    expect(ended).toEqual(['1: Upload failed with status 500', '2 arrived', '1 arrived']);
  });

  test('an unforeseen error is a failure too, without its inner words', async () => {
    const { queue, ended, settle, last } = opened();
    queue.start(aWish(1));
    last().fail(new RangeError('x is not y'));
    await settle();
    expect(ended).toEqual(['1: The upload broke off.']);
  });

  test('a cancelled one is gone at once, says nothing, and the next one begins', async () => {
    const { queue, begun, ended, settle, stages } = opened();
    queue.start(aWish(1));
    queue.start(aWish(2));
    queue.cancel(1);
    expect(begun[0]?.way.signal.aborted).toBe(true);
    expect(stages()).toEqual(['2 starting']);
    // What its request still says comes too late.
    begun[0]?.way.onSent(5);
    begun[0]?.way.onFinishing();
    await settle();
    expect(stages()).toEqual(['2 starting']);
    expect(ended).toEqual([]);
  });

  test('one that waits is cancelled without touching the one that runs', () => {
    const { queue, begun, stages } = opened();
    queue.start(aWish(1));
    queue.start(aWish(2));
    queue.cancel(2);
    expect(stages()).toEqual(['1 starting']);
    expect(begun[0]?.way.signal.aborted).toBe(false);
  });

  test('another choice for the same lesson takes the place of the first', async () => {
    const { queue, begun, ended, settle, stages, last } = opened();
    queue.start(aWish(1));
    queue.start(aWish(1));
    expect(stages()).toEqual(['1 starting']);
    expect(begun.map(({ way }) => way.signal.aborted)).toEqual([true, false]);
    last().arrive();
    await settle();
    expect(ended).toEqual(['1 arrived']);
  });

  test('all are given up together, and afterwards it can begin anew', async () => {
    const { queue, begun, ended, settle, stages } = opened();
    for (const id of [1, 2]) queue.start(aWish(id));
    queue.stopAll();
    await settle();
    expect(stages()).toEqual([]);
    expect(begun).toHaveLength(1);
    expect(ended).toEqual([]);
    queue.start(aWish(3));
    expect(stages()).toEqual(['3 starting']);
  });
});

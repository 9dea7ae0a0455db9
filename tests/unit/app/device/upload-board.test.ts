import { afterEach, expect, test } from 'vitest';
import { type ShownUpload, uploadBoard } from '#app/device/upload-board.ts';

const shown = (more: Partial<ShownUpload> = {}): ShownUpload => ({
  title: 'Walk the path',
  percent: 43,
  waiting: 0,
  to: '/admin/videos',
  stopAll: () => {},
  ...more,
});
afterEach(() => uploadBoard.show(undefined));

test('[U8] who looks at the board is called once for each change that can be seen', () => {
  let calls = 0;
  const stop = uploadBoard.subscribe(() => calls++);
  uploadBoard.show(shown());
  uploadBoard.show(shown());
  expect(calls).toBe(1);
  uploadBoard.show(shown({ percent: 44 }));
  uploadBoard.show(undefined);
  uploadBoard.show(undefined);
  expect(calls).toBe(3);
  stop();
  uploadBoard.show(shown());
  expect(calls).toBe(3);
});

test('[U8] how an upload ended is told once, also to a page that began to listen later', () => {
  const heard: string[] = [];
  uploadBoard.notify({ title: 'Video Uploaded' });
  const stop = uploadBoard.listen(({ title }) => void heard.push(title));
  uploadBoard.notify({ title: 'Upload Failed' });
  stop();
  uploadBoard.notify({ title: 'Kept' });
  expect(heard).toEqual(['Video Uploaded', 'Upload Failed']);
  uploadBoard.listen(({ title }) => void heard.push(title))();
  expect(heard.at(-1)).toBe('Kept');
});

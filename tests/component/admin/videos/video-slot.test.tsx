// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { uploads } from '#app/admin/videos/uploads.ts';
import { VideoSlot } from '#app/admin/videos/video-slot.tsx';
import { openForAdmin, press } from '#tests/fixtures/admin-screen.tsx';
import { answer, CONFIG } from '#tests/fixtures/auth-service.ts';

vi.mock('#app/admin/videos/send-video.ts', () => ({ sendVideo: () => new Promise(() => undefined) }));

test('[U8] a running upload is cancelled, and its place says that there is no video and has the focus', async () => {
  const upload = { courseId: 4, page: '/admin/courses/4' };
  const slot = <VideoSlot {...upload} lesson={{ id: 101, title: 'Ropes' }} limit="small" kept={null} />;
  await openForAdmin(slot, { 'GET /api/config': () => answer(200, CONFIG) });
  await screen.findByText(/No video yet/);
  const file = new File(['0123456789'], 'ropes.mp4');
  act(() => uploads.start({ ...upload, lessonId: 101, title: 'Ropes', file, playability: Promise.resolve({}) }));
  await screen.findByText('Uploading ropes.mp4');
  await press('Cancel the upload of Ropes');
  await screen.findByText(/No video yet/);
  expect(uploads.all()).toEqual([]);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Video of Ropes');
});

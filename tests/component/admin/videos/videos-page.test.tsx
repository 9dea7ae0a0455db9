// The Video Upload Manager over a real server: its storage, what fails, and whom it is not for.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { VideosPage } from '#app/admin/videos/videos-page.tsx';
import { openScreen, openServer, press, says } from '#tests/fixtures/served-screen.tsx';

const BUCKET = 'POST /api/admin/create-storage-bucket';
const open = () => openScreen('/admin/videos', '/admin/videos', <VideosPage />);

test('[U10] the storage is set up with a button, and its message is told either way', async () => {
  const { failNext } = await openServer({ isSuperAdmin: true });
  await open();
  failNext(BUCKET, { words: 'Missing Supabase configuration' });
  await press('Setup Storage');
  await says('Setup Failed', 'Missing Supabase configuration', 'SUPABASE_SECRET_KEY');
  failNext(BUCKET);
  const [button] = await screen.findAllByRole('button', { name: 'Setup Storage' });
  button?.click();
  await says('Failed to create storage bucket');
  screen.getAllByRole('button', { name: 'Setup Storage' })[0]?.click();
  await says('Storage ready');
});

test('[U10, R4] the manager says what failed; an org admin, whose courses are others, is led to them, a learner is denied', async () => {
  const { failNext, db } = await openServer();
  failNext('GET /api/admin/lessons-upload-status');
  await open();
  await screen.findByRole('heading', { name: 'Failed to fetch lessons status' });
  await press('Try again');
  await screen.findByRole('heading', { name: 'No video lessons here' });
  expect(screen.queryByRole('button', { name: 'Setup Storage' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Courses' }).getAttribute('href')).toBe('/admin/courses');
  await db.update(db.tables.profiles).set({ isOrgAdmin: false });
  await open();
  await screen.findByRole('heading', { level: 1, name: 'Access Denied' });
});

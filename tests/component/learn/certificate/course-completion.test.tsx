// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CertificatePage } from '#app/learn/certificate/certificate-page.tsx';
import { LessonPage } from '#app/learn/lesson/lesson-page.tsx';
import { paths } from '#app/paths.ts';
import { Route, Routes } from '#app/ui/router.ts';
import type { Config } from '#sync/contract/server.ts';
import { readHome } from '#sync/store/reads.ts';
import { aCourse, aLesson } from '#tests/factories.ts';
import { LENA } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const installation = vi.hoisted((): { partner: Config['partner'] } => ({ partner: null }));
vi.mock('#app/api/config.ts', () => ({ loadConfig: async () => installation }));

const content = [
  { course: aCourse({ lessonCount: 1 }), lessonsOf: { courseId: 4, lessons: [aLesson({ id: 101 })] } },
  {
    course: aCourse({ id: 2, title: 'Operating the 3D Scanner', lessonCount: 2 }),
    lessonsOf: {
      courseId: 2,
      lessons: [aLesson({ id: 201, courseId: 2 }), aLesson({ id: 202, courseId: 2, orderIndex: 2 })],
    },
  },
];
const pages = (
  <Routes>
    <Route path={paths.lesson.pattern} element={<LessonPage />} />
    <Route path={paths.certificate.pattern} element={<CertificatePage />} />
    <Route path="*" element={null} />
  </Routes>
);
const certificate = {
  serial: 'GW-1A2B-3C4D-5E6F',
  courseId: 4,
  learnerName: 'Maren Holt',
  courseTitle: 'Certified Field Inspector',
  issuedAt: '2026-11-24T10:00:00.000Z',
};

let opened: Awaited<ReturnType<typeof openApp>>;
afterEach(async () => {
  await opened.close();
  installation.partner = null;
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('[X3] whoever was never asked for a name finds the way to it below the paper', async () => {
  opened = await openApp({ at: '/', content, profile: { ...LENA, has_real_name: false }, screen: null });
  await opened.engine.replica.certificates.put(certificate);
  opened.show(pages, '/course/4/certificate');
  const link = await screen.findByRole('link', { name: 'Write your name on it' });
  expect(link.getAttribute('href')).toBe('/setup-profile?edit=true');
});

test('[X3, Y31d] after a renewal the certificate before stays in reach, with what can be done with it', async () => {
  opened = await openApp({ at: '/', content, screen: null });
  const { replica } = opened.engine;
  const before = { ...certificate, serial: 'GW-0000-0000-0000', issuedAt: '2025-11-24T10:00:00.000Z' };
  await replica.certificates.bulkPut([before, { ...certificate, round: 2 }]);
  await replica.table('meta').put({ key: 'courseRounds', value: { 4: 3 } });
  opened.show(pages, '/course/4/certificate');
  const paper = () => screen.getByRole('article', { name: 'Certificate' }).textContent;
  await screen.findByText(/This course was renewed for you/);
  screen.getByRole('heading', { level: 1, name: 'Earlier certificate' });
  expect(paper()).toContain(certificate.serial);
  screen.getByRole('button', { name: 'Download PDF' });
  expect(screen.queryByText(/lesson, .* points/)).toBeNull();
  opened.show(pages, `/course/4/certificate?serial=${before.serial}`);
  await waitFor(() => expect(paper()).toContain(before.serial));
  // Of a round whose course was completed again since, nothing is asked.
  await replica.certificates.put({ ...certificate, serial: 'GW-3333-3333-3333', round: 3 });
  await waitFor(() => expect(screen.queryByText(/This course was renewed for you/)).toBeNull());
  screen.getByRole('heading', { level: 1, name: 'Earlier certificate' });
  await replica.certificates.update(before.serial, { revokedAt: '2026-11-25T10:00:00.000Z' });
  await screen.findByRole('heading', { level: 1, name: 'Revoked certificate' });
  await replica.certificates.delete('GW-3333-3333-3333');
  // Work of the new round has a certificate of its own to come.
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  opened.show(pages, '/course/4/certificate');
  await screen.findByText(/Your certificate will be issued at the next sync\./);
});

test("[H7] a partner's host has one course, and none comes next", async () => {
  installation.partner = { name: 'Brightway', courseId: 4 };
  opened = await openApp({ at: '/', content, screen: null });
  await opened.engine.replica.certificates.put(certificate);
  const reading = vi.spyOn(opened.engine.replica.courses, 'toArray');
  opened.show(pages, '/course/4/certificate');
  await screen.findByRole('button', { name: 'Copy link' });
  await waitFor(() => expect(reading).toHaveBeenCalled());
  await act(() => readHome(opened.engine.replica));
  expect(screen.queryByText('What comes next')).toBeNull();
});

test('[X3] the tap that completes a course leads to its end: the paper, and the course that comes next', async () => {
  opened = await openApp({ at: '/course/4/lesson/101', content, screen: pages });
  fireEvent.click(await screen.findByRole('button', { name: 'Mark Complete' }));
  await screen.findByRole('heading', { level: 1, name: 'Course completed! Great job!' });
  const paper = screen.getByRole('region', { name: 'Your course' });
  expect(paper.textContent).toContain('Maren Holt');
  expect(paper.textContent).toContain('Your certificate will be issued at the next sync.');
  expect(screen.getByText('1 lesson, 10 points')).toBeTruthy();
  const next = await screen.findByRole('link', { name: /Operating the 3D Scanner/ });
  expect(next.textContent).toContain('2 lessons');
  expect(next.getAttribute('href')).toBe('/course/2');

  await opened.engine.replica.certificates.put(certificate);
  const sheet = await screen.findByRole('article', { name: 'Certificate' });
  expect(within(sheet).getByText('GW-1A2B-3C4D-5E6F')).toBeTruthy();
});

test('[X3] what comes next is never the same course, also when it was begun again', async () => {
  opened = await openApp({ at: '/', content, screen: null });
  await opened.engine.replica.certificates.put(certificate);
  const unit = { kind: 'unit', courseId: 4, lessonId: 101 } as const;
  await opened.engine.record({ ...unit, status: 'in_progress', positionSeconds: 1 });
  opened.show(pages, '/course/4/certificate');
  await screen.findByRole('link', { name: /Operating the 3D Scanner/ });
  expect(screen.queryByRole('link', { name: /Certified Field Inspector/ })).toBeNull();
  screen.getByRole('heading', { level: 1, name: 'Your certificate' });
  expect(screen.queryByText(/Course completed|1 lesson/), 'only at 100 %').toBeNull();
});

test('[X3] what comes next is what the home page features, as long as it is open', async () => {
  const first = { course: aCourse({ id: 1, title: 'Property Inspection' }) };
  opened = await openApp({ at: '/', content: [first, ...content], screen: null });
  await opened.engine.replica.certificates.put({ ...certificate, courseId: 2 });
  opened.show(pages, '/course/2/certificate');
  await screen.findByRole('link', { name: /Certified Field Inspector/ });
  await opened.engine.record({ kind: 'unit', courseId: 4, lessonId: 101, status: 'completed' });
  await screen.findByRole('link', { name: /Property Inspection/ });
});

test('[X3] the link is shared where the browser can, and copied where it cannot', async () => {
  const share = vi.fn(async () => {});
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  opened = await openApp({ at: '/', content, screen: pages });
  await opened.engine.replica.certificates.put(certificate);
  opened.show(pages, '/course/4/certificate');
  const main = await screen.findByRole('button', { name: 'Copy link' });
  expect(screen.queryByRole('button', { name: 'Share certificate' })).toBeNull();
  fireEvent.click(main);
  const url = `${location.origin}/verify/GW-1A2B-3C4D-5E6F`;
  expect(writeText).toHaveBeenCalledWith(url);

  Object.assign(navigator, { share });
  opened.show(null, '/');
  opened.show(pages, '/course/4/certificate');
  fireEvent.click(await screen.findByRole('button', { name: 'Share certificate' }));
  expect(share).toHaveBeenCalledWith({ title: 'Certificate: Certified Field Inspector', url });
});

test('[X3] a certificate says until when it is valid', async () => {
  opened = await openApp({ at: '/', content, screen: null });
  await opened.engine.replica.certificates.put({ ...certificate, validUntil: '2026-11-24' });
  opened.show(
    <Routes>
      <Route path={paths.certificate.pattern} element={<CertificatePage />} />
    </Routes>,
    '/course/4/certificate',
  );
  const paper = await screen.findByRole('article', { name: 'Certificate' });
  expect(within(paper).getByText('Valid until').nextSibling?.textContent).toBe('November 24, 2026');
});

// The report of one sheet over a real server, and the same sheet as a PDF.
import '#tests/fixtures/page.ts';
import '#tests/fixtures/silent-console.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ReportPage } from '#app/admin/insights/report-page.tsx';
import { drawReport } from '#server/analytics/draw-report.ts';
import { newSerial } from '#server/certificates/issue.ts';
import { REPORT_COURSES, REPORT_GROUPS, type ReportRow, type TrainingReport } from '#sync/contract/training-report.ts';
import { openScreen, openServer, pick, press, says } from '#tests/fixtures/served-screen.tsx';

/** Two of three people of Night Shift, who have no lead, hold a certificate in Ladders. */
async function openReport(options: Parameters<typeof openServer>[0] = {}) {
  const server = await openServer(options);
  const { plant, db, home } = server;
  const course = await plant.course({ title: 'Ladders' });
  const night = await plant.group(home, 'Night Shift');
  for (const name of ['Ada', 'Ben', 'Cleo']) {
    const id = await plant.person({ fullName: name, organizationId: home });
    await plant.inGroup(night, id);
    await plant.assign(id, course);
    const certificate = {
      userId: id,
      courseId: course,
      learnerName: name,
      courseTitle: 'Ladders',
      serial: newSerial(),
    };
    if (name !== 'Cleo') await db.insert(db.tables.certificates).values(certificate);
  }
  return server;
}

test('the sheet says who is valid, by group and course, with a sign beside what is weak, and what valid means', async () => {
  await openReport();
  await openScreen('/admin/report', '/admin/report', <ReportPage />);
  const sheet = within(await screen.findByRole('article', { name: /^Training report, / }));
  expect(sheet.getAllByText('67%').length).toBeGreaterThan(0);
  await says(
    '2 of 3 people',
    'valid1in training',
    'Every quiz is passed often enough.',
    'Nothing ends and nothing is due.',
  );
  await says('Valid: holds a certificate that is valid on ', "1 person has no required course and isn't counted.");
  const row = within(sheet.getByRole('row', { name: /Night Shift/ }));
  expect(row.getByRole('img', { name: 'Weak' }).closest('td')?.textContent).toBe('67%');
  expect(row.getByRole('link', { name: 'Night Shift' }).getAttribute('href')).toMatch(/^\/admin\/people\?group=/);
  expect(document.body.textContent).not.toContain('Sample data');
});

test('a super admin chooses the organization', async () => {
  const { home } = await openReport({ isSuperAdmin: true });
  await openScreen('/admin/report', '/admin/report', <ReportPage />);
  await says('Choose an organization');
  await pick('Organization', 'Demo Inspections');
  await says('2 of 3 people');
  expect(screen.getByRole('link', { name: 'Night Shift' }).getAttribute('href')).toContain(home);
});

test('the PDF is saved, and a failure is told', async () => {
  const saved: unknown[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file);
    return 'blob:report';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { failNext } = await openReport();
  failNext('GET /api/analytics/report.pdf', { words: 'The press is closed.' });
  await openScreen('/admin/report', '/admin/report', <ReportPage />);
  await press('Download PDF');
  await says('The press is closed.');
  await press('Download PDF');
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(await (saved[0] as Blob).slice(0, 5).text()).toBe('%PDF-');
});

test('a failed report is told in its place', async () => {
  const { failNext } = await openReport();
  failNext('GET /api/analytics/report', { words: 'The figures are asleep.' });
  await openScreen('/admin/report', '/admin/report', <ReportPage />);
  await says('The figures are asleep.');
  await press('Try again');
  await says('2 of 3 people');
});

test('the PDF stays one page when everything on it is as long as it may be', async () => {
  const long = 'Certified Field Inspector of Very High Roofs and Ladders, Advanced';
  const share = { people: 1234, valid: 777 };
  const row = (n: number): ReportRow => ({
    ...{ id: String(n), name: `${n} ${long}`, hasLead: false, before: share },
    ...{ ...share, cells: Array.from({ length: REPORT_COURSES }, () => share) },
  });
  const day = '2026-11-30';
  const report: TrainingReport = {
    organization: { id: 'a', name: `${long} 検査`, isSample: true },
    ...{ today: day, people: 99_999, groups: 200, otherCourses: 9, otherGroups: 190, otherSoon: 400 },
    standings: { valid: 777, training: 200, overdue: 200, expired: 57 },
    trend: Array.from({ length: 6 }, () => ({ day, share })),
    courses: Array.from({ length: REPORT_COURSES }, (_, id) => ({ id, title: long })),
    rows: Array.from({ length: REPORT_GROUPS }, (_, n) => row(n)),
    all: row(0),
    lately: {
      ...{ certificates: [1000, 2000], active: 3000, joined: 400, left: 50, expired: 600, renewed: 70 },
      fell: { name: long, points: 33, hasLead: false },
    },
    soon: Array.from({ length: 5 }, () => ({ kind: 'due', course: long, people: 2000, from: day, to: '2026-12-24' })),
    quizzes: [1, 2, 3].map((lessonId) => ({ lessonId, title: long, course: long, passRate: 43, was: 50, now: 40 })),
  };
  const pdf = await drawReport(report);
  const text = pdf.toString('latin1');
  expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(text).toContain('/MediaBox [0 0 595.28 841.89]');
  expect(pdf.equals(await drawReport(report)), 'the same report is the same file').toBe(true);
});

// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FiveThings } from '#app/admin/overview/five-things.tsx';
import { device } from '#app/device/device.ts';
import { DEMO, OF_DEMO, openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer, LENA } from '#tests/fixtures/auth-service.ts';

async function open({ isSample = true } = {}) {
  const organization = { ...DEMO, ...(isSample && { isSample }) };
  const profile = { ...LENA, ...OF_DEMO, organization };
  // As the device knows her from before.
  await device.people.update(LENA.id, { profile });
  return openForAdmin(<FiveThings organizationId="o" />, {
    'GET /api/auth/user': () => answer(200, profile),
    'GET /api/admin/attention': () => answer(200, { organizations: [], quiz: { lessonId: 18, lessonTitle: 'Quiz' } }),
  });
}

test('among invented people five ways lead to what is worth seeing, and what was opened is ticked', async () => {
  await open();
  const card = within(await screen.findByRole('region', { name: /^Five things to try/ }));
  await card.findByRole('link', { name: /misleading/ });
  const ways = () => card.getAllByRole('link').map((link) => link.getAttribute('href'));
  await expect
    .poll(ways)
    .toEqual([
      '/auth/signin?add=true',
      '/admin/people?standing=overdue&act=remind',
      '/admin/organization/quiz-analytics?lessonId=18',
      '/admin/courses/1?tab=analytics',
      '/auth/signin?add=true',
    ]);
  fireEvent.click(card.getByRole('link', { name: /See where people stop/ }));
  expect(card.getByRole('link', { name: /Opened.*See where people stop/ })).toBeTruthy();
});

test('closed, it stays closed on this device', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Close the five things to try' }));
  expect(screen.queryByRole('region', { name: /^Five things/ })).toBeNull();
  await open();
  expect(screen.queryByRole('region', { name: /^Five things/ })).toBeNull();
});

test('is not there, and asks nothing, for an organization of real people', async () => {
  const { asked } = await open({ isSample: false });
  expect(screen.queryByRole('region', { name: /^Five things/ })).toBeNull();
  expect(asked.some((call) => call.includes('attention'))).toBe(false);
});

// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SampleBar } from '#app/admin/overview/sample-bar.tsx';
import { device } from '#app/device/device.ts';
import { DEMO, OF_DEMO, openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer, LENA } from '#tests/fixtures/auth-service.ts';

const HERE = { people: 124, all: 142, groups: 8, realPeople: 2 };
const PATH = '/api/admin/sample-people';

async function open({ isSample = true } = {}) {
  let isGone = false;
  const organization = () => ({ ...DEMO, ...(isSample && !isGone && { isSample }) });
  // As the device knows her from before.
  await device.people.update(LENA.id, { profile: { ...LENA, ...OF_DEMO, organization: organization() } });
  return openForAdmin(<SampleBar />, {
    'GET /api/auth/user': () => answer(200, { ...LENA, ...OF_DEMO, organization: organization() }),
    [`GET ${PATH}`]: () => answer(200, HERE),
    [`DELETE ${PATH}`]: () => {
      isGone = true;
      return answer(200, HERE);
    },
  });
}

test('says that the people are invented, what goes with them and who stays, and is gone with them', async () => {
  await open();
  expect(await screen.findByText('These 124 people are invented.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Remove them' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove 124 invented people?' });
  expect(dialog.textContent).toContain('With them go 8 groups');
  expect(dialog.textContent).toContain('The sample courses and 2 real people who joined stay');
  const buttons = [...dialog.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Remove them');
  fireEvent.click(buttons[0] as HTMLButtonElement);
  await waitFor(() => expect(screen.queryByText('These 124 people are invented.')).toBeNull());
});

test('is not there, and asks nothing, for an organization of real people', async () => {
  const { asked } = await open({ isSample: false });
  await screen.findByTestId('person');
  expect(asked.some((call) => call.includes(PATH))).toBe(false);
  expect(screen.queryByRole('button', { name: 'Remove them' })).toBeNull();
});

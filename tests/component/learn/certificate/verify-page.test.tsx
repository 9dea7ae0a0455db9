// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { badgeIn, badgeLink } from '#app/learn/certificate/badge-link.ts';
import { VerifyPage } from '#app/learn/certificate/verify-page.tsx';
import { paths } from '#app/paths.ts';
import { Route, Routes } from '#app/ui/router.ts';
import { signBadge } from '#server/certificates/badge.ts';
import { readBadgeKeys, rotateBadgeKey } from '#server/certificates/badge-keys.ts';
import { ERASED_HOLDER } from '#sync/contract/certificate.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { LAST_CONFIG, writeSetting } from '#sync/store/device.ts';
import { answer as answered, CONFIG } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const dataDir = mkdtempSync(join(tmpdir(), 'groundwork-badges-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const CERTIFICATE = {
  serial: 'GW-1A2B-3C4D-5E6F',
  learnerName: 'Zoë Holt',
  courseTitle: 'Field work',
  issuedAt: '2026-01-24T10:00:00.000Z',
};
const badgeOf = (more: { validUntil?: string } = {}, from = dataDir) =>
  signBadge(from, { ...CERTIFICATE, ...more, courseId: 4 }, { origin: 'https://training.example' });
const today = dayOf(new Date());

/** What the server says of the certificate; undefined for no network. */
let told: object | undefined;
let opened: Awaited<ReturnType<typeof openApp>>;

beforeEach(async () => {
  told = undefined;
  // It was online once.
  await writeSetting(device, LAST_CONFIG, { ...CONFIG, badgeKeys: await readBadgeKeys(dataDir) });
  vi.stubGlobal('fetch', async (address: unknown) => {
    if (!told) throw new TypeError('Failed to fetch');
    if (String(address).endsWith('/api/config')) {
      return answered(200, { ...CONFIG, badgeKeys: await readBadgeKeys(dataDir) });
    }
    return answered(200, { ...CERTIFICATE, validUntil: null, revokedAt: null, validity: 'valid', ...told });
  });
});
afterEach(async () => {
  await opened.close();
  vi.unstubAllGlobals();
});

async function openAt(address: string) {
  opened = await openApp({
    at: address,
    as: 'visitor',
    screen: (
      <Routes>
        <Route path={paths.verify.pattern} element={<VerifyPage />} />
      </Routes>
    ),
  });
  await screen.findByLabelText('Serial number');
}
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

test('[X3] a badge whose key is not on the device needs a connection, once', async () => {
  await writeSetting(device, LAST_CONFIG, CONFIG);
  await openAt(`/verify#${await badgeOf()}`);
  await heading('Verifying needs a connection');
  await opened.close();
  told = {};
  await openAt(`/verify#${await badgeOf()}`);
  await heading('This certificate is valid');
  screen.getByText('The signature of the badge matches.');
  await opened.close();
  told = undefined;
  await openAt(`/verify#${await badgeOf()}`);
  await heading('This certificate is genuine');
  screen.getByText(/You're offline, so we can't tell whether the certificate was revoked/);
  screen.getByText('Zoë Holt');
});

test.each([
  [addDays(today, 100), 'This certificate is genuine', 'Valid until'],
  [addDays(today, 3), 'This certificate is genuine and expires soon', 'Valid until'],
  [today, 'This certificate is genuine and expires soon', 'Valid until'],
  [addDays(today, -1), 'This certificate has expired', 'Expired on'],
])('[X3] offline a badge until %s says: %s', async (validUntil, title, label) => {
  await openAt(`/verify#${await badgeOf({ validUntil })}`);
  await heading(title);
  screen.getByText(label);
});

test.each([
  ['a revoked certificate', { revokedAt: '2026-11-01T10:00:00.000Z', validity: 'revoked' }],
  ['a person who was erased', { learnerName: ERASED_HOLDER }],
])('[X3] a badge of %s is told as revoked, with what the server says', async (_, said) => {
  told = said;
  await openAt(`/verify#${await badgeOf()}`);
  await heading('This certificate was revoked');
  if ('learnerName' in said) expect(screen.queryByText('Zoë Holt')).toBeNull();
});

test('[X3] a changed badge does not match its signature, online or not', async () => {
  const [head, payload = '', signature] = (await badgeOf()).split('.');
  const text = Buffer.from(payload, 'base64url').toString().replaceAll('Zoë Holt', 'Mallory');
  const forged = `${head}.${Buffer.from(text).toString('base64url')}.${signature}`;
  // Of a length that no coded text has.
  const cutOff = `${head}.${payload}.${signature?.slice(0, 4 * Math.floor((signature.length - 2) / 4) + 1)}`;
  for (const said of [undefined, {}])
    for (const badge of [forged, cutOff]) {
      told = said;
      await openAt(`/verify#${badge}`);
      await heading("The signature doesn't match");
      await opened.close();
    }
  await openAt('/verify');
});

test('[X3] a key that is new to the device is asked for, and one that is not ours told', async () => {
  await rotateBadgeKey(dataDir);
  told = {};
  await openAt(`/verify#${await badgeOf()}`);
  await heading('This certificate is valid');
  await opened.close();
  const other = mkdtempSync(join(tmpdir(), 'groundwork-badges-'));
  await openAt(`/verify#${await badgeOf({}, other)}`);
  rmSync(other, { recursive: true });
  await heading('This badge was not issued here');
});

test('[X3] a file and what a scanner typed are read, and what holds no badge is told', async () => {
  await openAt('/verify');
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('Badge file'), { target: { files: [new File([text], 'holiday.jpg')] } });
  choose('no badge');
  await screen.findByText(
    'holiday.jpg holds no badge. Choose the badge file (.jwt or .svg) that came with the certificate.',
  );
  choose(await badgeOf());
  await heading('This certificate is genuine');
  const link = `https://training.example/verify#${await badgeOf({ validUntil: '2026-01-25' })}`;
  fireEvent.change(screen.getByLabelText('Serial number'), { target: { value: link } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await heading('This certificate has expired');
  fireEvent.change(screen.getByLabelText('Serial number'), { target: { value: 'eyJhbGc.eyJpZCI.c2ln' } });
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await heading('This is not a badge of a certificate');
});

test('[X3] a scanned link is half as long as the badge, and is the badge; a damaged one is told', async () => {
  const badge = await badgeOf();
  const link = badgeLink(badge);
  expect(link.length).toBeLessThan(0.62 * badge.length);
  expect(badgeIn(link)).toBe(badge);
  const { pathname, hash } = new URL(link);
  await openAt(`${pathname}${hash}`);
  await heading('This certificate is genuine');
  await opened.close();
  await openAt(`${pathname}${hash.slice(0, -40)}`);
  await heading('This is not a badge of a certificate');
});

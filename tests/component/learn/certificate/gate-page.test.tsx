// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { device } from '#app/device/device.ts';
import { badgeLink } from '#app/learn/certificate/badge-link.ts';
import { clearChecks, KEPT_CHECKS, keepCheck, readChecks } from '#app/learn/certificate/gate-checks.ts';
import { GatePage } from '#app/learn/certificate/gate-page.tsx';
import { proofLink, signBadge } from '#server/certificates/badge.ts';
import { readBadgeKeys } from '#server/certificates/badge-keys.ts';
import { certificateDate } from '#sync/contract/certificate.ts';
import { addDays, dayOf } from '#sync/contract/due.ts';
import { Profile } from '#sync/contract/profile.ts';
import { LAST_CONFIG, writeSetting } from '#sync/store/device.ts';
import { answer as answered, CONFIG, LENA } from '#tests/fixtures/auth-service.ts';
import { openApp } from '#tests/fixtures/opened-app.tsx';

const dataDir = mkdtempSync(join(tmpdir(), 'groundwork-gate-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'groundwork-gate-'));
afterAll(() => {
  for (const folder of [dataDir, elsewhere]) rmSync(folder, { recursive: true });
});

const CERTIFICATE = {
  serial: 'GW-1A2B-3C4D-5E6F',
  learnerName: 'Zoë Holt',
  courseTitle: 'Ladders',
  issuedAt: '2026-01-24T10:00:00.000Z',
};
const NEXT_YEAR = addDays(dayOf(new Date()), 365);
/** What the QR code of a certificate says. */
const codeOf = async (validUntil = NEXT_YEAR, from = dataDir) =>
  badgeLink(await signBadge(from, { ...CERTIFICATE, validUntil, courseId: 4 }, { origin: 'https://training.example' }));

/** What the server says of the certificate; undefined for no network. */
let told: object | undefined;
/** What the camera sees. */
let seen = '';
let opened: Awaited<ReturnType<typeof openApp>>;

beforeEach(async () => {
  [told, seen] = [undefined, ''];
  await writeSetting(device, LAST_CONFIG, { ...CONFIG, badgeKeys: await readBadgeKeys(dataDir) });
  vi.stubGlobal('fetch', async (address: unknown) => {
    if (!told) throw new TypeError('Failed to fetch');
    if (String(address).endsWith('/api/config'))
      return answered(200, { ...CONFIG, badgeKeys: await readBadgeKeys(dataDir) });
    if ('code' in told) return answered(404, told);
    return answered(200, { ...CERTIFICATE, validUntil: NEXT_YEAR, revokedAt: null, validity: 'valid', ...told });
  });
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => (seen ? [{ rawValue: seen }] : []);
    },
  );
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', { configurable: true, set: () => {} });
  camera(async () => ({ getTracks: () => [] }));
});
afterEach(async () => {
  await opened.close();
  await clearChecks(device);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const camera = (getUserMedia: () => Promise<unknown>) =>
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });

async function open(rights: object = { is_org_admin: true }) {
  const profile = Profile.parse({ ...LENA, ...rights });
  opened = await openApp({ at: '/gate', profile, screen: <GatePage /> });
  await screen.findByRole('heading', { level: 1, name: 'Gate check' });
}
async function scan(code: string) {
  seen = code;
  fireEvent.click(await screen.findByRole('button', { name: 'Start camera' }));
}
const verdict = (word: string) => screen.findByRole('dialog', { name: word });
const UNASKED = 'The signature matches. Offline: a revocation could not be checked.';

test('[X3] offline the signature proves a scanned certificate, and the check is kept on the device', async () => {
  await open();
  await scan(await codeOf());
  const dialog = await verdict('VALID');
  for (const words of [`until ${certificateDate(NEXT_YEAR)}`, 'Zoë Holt', 'Ladders', UNASKED])
    expect(dialog.textContent).toContain(words);
  expect(await readChecks(device)).toMatchObject([
    { verdict: 'valid', isAsked: false, serial: CERTIFICATE.serial, name: 'Zoë Holt', by: 'Maren Holt' },
  ]);
  seen = '';
  fireEvent.click(screen.getByRole('button', { name: 'Next check' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText(/server not asked/);
});

test.each([
  ['EXPIRED', 'an expired certificate offline', undefined, addDays(dayOf(new Date()), -3), UNASKED],
  [
    'REVOKED',
    'one that was revoked',
    { validity: 'revoked', revokedAt: '2026-11-01T10:00:00.000Z' },
    NEXT_YEAR,
    'Confirmed by the server.',
  ],
  ['VALID', 'a valid one', {}, NEXT_YEAR, 'Confirmed by the server.'],
])('[X3] says %s of %s', async (word, _, said, validUntil, proof) => {
  told = said;
  await open();
  await scan(await codeOf(validUntil));
  expect((await verdict(word)).textContent).toContain(proof);
});

test.each([
  ['UNKNOWN', 'a code of another issuer', () => codeOf(NEXT_YEAR, elsewhere)],
  ['UNKNOWN', 'any other code', async () => 'https://example.org/menu'],
  ['NOT CHECKED', 'a code without a signature', async () => `https://training.example/verify/${CERTIFICATE.serial}`],
])('[X3] offline says %s of %s', async (word, _, code) => {
  if (word === 'UNKNOWN') told = { code: 'certificate_not_found', error: 'x', message: 'x' };
  await open();
  await scan(await code());
  await verdict(word);
});

test('[X3] a certificate that was changed after it was signed is not genuine', async () => {
  const badge = await signBadge(
    dataDir,
    { ...CERTIFICATE, validUntil: NEXT_YEAR, courseId: 4 },
    { origin: 'https://training.example' },
  );
  const [head, payload = '', signature] = badge.split('.');
  const text = Buffer.from(payload, 'base64url').toString().replaceAll('Zoë Holt', 'Mallory');
  await open();
  await scan(badgeLink([head, Buffer.from(text).toString('base64url'), signature].join('.')));
  await verdict('NOT GENUINE');
});

test('[X3] the short proof of a code on paper is enough offline, and one that was changed proves nothing', async () => {
  const link = await proofLink(dataDir, { ...CERTIFICATE, validUntil: NEXT_YEAR }, 'https://training.example');
  expect(link.length, 'a code of 77 points').toBeLessThan(520);
  await open();
  await scan(link);
  const dialog = await verdict('VALID');
  for (const words of [`until ${certificateDate(NEXT_YEAR)}`, 'Zoë Holt', 'Ladders', UNASKED])
    expect(dialog.textContent).toContain(words);
  await opened.close();
  const [address, packed = ''] = link.split('#p');
  const changed = Buffer.from(packed, 'base64url').toString('latin1').replace('Ladders', 'Cranes!');
  await open();
  await scan(`${address}#p${Buffer.from(changed, 'latin1').toString('base64url')}`);
  await verdict('NOT CHECKED');
  await opened.close();
  await open();
  await scan(link.replace('1A2B', '9Z9Z'));
  await verdict('NOT CHECKED');
});

test('[X3] without a camera the serial number is typed, and the server asked', async () => {
  camera(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  told = {};
  await open({ leads_group: true });
  fireEvent.click(screen.getByRole('button', { name: 'Start camera' }));
  await screen.findByText(/The camera can't be used/);
  fireEvent.change(screen.getByLabelText('Serial number'), { target: { value: 'gw1a2b3c4d5e6f' } });
  fireEvent.click(screen.getByRole('button', { name: 'Check' }));
  await verdict('VALID');
});

test('[X3] the list is saved as a file, and cleared only after a question', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await open();
  await scan(await codeOf());
  await verdict('VALID');
  seen = '';
  fireEvent.click(screen.getByRole('button', { name: 'Next check' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save list (CSV)' }));
  const [file] = saved;
  expect(await file?.text()).toMatch(
    /Time,Result,Name,Course,Valid until,Serial number,Server asked,Checked by\r\n.*,VALID,Zoë Holt,Ladders,.*,GW-1A2B-3C4D-5E6F,No,Maren Holt/,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Clear list' }));
  await screen.findByText(/They are nowhere else: save the file first/);
  expect(await readChecks(device)).toHaveLength(1);
  const [, confirm] = screen.getAllByRole('button', { name: 'Clear list', hidden: true });
  if (confirm) fireEvent.click(confirm);
  await screen.findByText('No checks yet.');
});

test('[X3] two checks at once are both kept, and the oldest of very many goes', async () => {
  await open();
  const check = (id: string) =>
    ({
      id,
      at: new Date().toISOString(),
      by: 'Maren',
      verdict: 'valid',
      isAsked: true,
      serial: id,
      name: '',
      course: '',
      validUntil: null,
    }) as const;
  await Promise.all([keepCheck(device, check('a')), keepCheck(device, check('b'))]);
  expect((await readChecks(device)).map(({ id }) => id).sort()).toEqual(['a', 'b']);
  await writeSetting(
    device,
    'gateChecks',
    Array.from({ length: KEPT_CHECKS }, (_, n) => check(String(n))),
  );
  await keepCheck(device, check('new'));
  const all = await readChecks(device);
  expect([all.length, all[0]?.id, all.at(-1)?.id]).toEqual([KEPT_CHECKS, 'new', String(KEPT_CHECKS - 2)]);
});

test('[X3] is for leads and admins', async () => {
  await open({});
  await screen.findByRole('heading', { name: 'For admins and leads' });
  expect(screen.queryByRole('button', { name: 'Start camera' })).toBeNull();
});

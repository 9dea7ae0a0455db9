// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { describe, expect, test, vi } from 'vitest';
import { InvitationForm } from '#app/admin/people/invitation-form.tsx';
import { INVITATION, openForAdmin } from '#tests/fixtures/admin-screen.tsx';
import { answer, type Route } from '#tests/fixtures/auth-service.ts';
import { pick } from '#tests/fixtures/pick.ts';

const MAKE = 'POST /api/enterprise/admin/create-invitation';
const ORGANIZATION = 'b3d8c0de-1111-4222-8333-444455556666';
const MAIL = `POST /api/enterprise/admin/organizations/${ORGANIZATION}/invitations`;
const GROUP = 'c3d8c0de-1111-4222-8333-444455556666';
const made = (token: string) => ({
  token,
  invitation: { ...INVITATION, maxUses: 50, email: null, createdBy: null },
});

async function open(organizationId: string, route: Route = () => answer(201, made('t0ken')), mail: Route = route) {
  const onMade = vi.fn();
  const form = <InvitationForm organizationId={organizationId} onMade={onMade} />;
  const { sent } = await openForAdmin(form, {
    [MAKE]: route,
    [MAIL]: mail,
    [`GET /api/enterprise/admin/organizations/${ORGANIZATION}/courses`]: ({ address }) =>
      answer(200, {
        courses:
          address.searchParams.get('among') === 'takable' ? [{ id: 4, title: 'Inspector', isPublished: true }] : [],
        nextCursor: null,
      }),
    [`GET /api/enterprise/admin/organizations/${ORGANIZATION}/groups`]: () =>
      answer(200, { groups: [{ id: GROUP, name: 'North', people: 2, leads: [], courses: [] }] }),
  });
  return { sent: () => sent(MAKE), mailed: () => sent(MAIL), onMade };
}
const generate = () => fireEvent.click(screen.getByRole('button', { name: 'Generate Invitation Token' }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('[M7] the invitation form', () => {
  test('asks for an organization first, and sends nothing', async () => {
    const { sent } = await open('');
    generate();
    await screen.findByText('No Organization Selected');
    expect(screen.getByText('Please select an organization first.')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  test('shows the link as a QR code, for a class with tablets', async () => {
    await open(ORGANIZATION);
    generate();
    const code = await screen.findByRole('img', { name: 'QR code of the invite link' });
    const width = 8 * Number(code.getAttribute('viewBox')?.split(' ')[2]);
    const data = new Uint8ClampedArray(width * width * 3).fill(255);
    for (const [, x, y] of code.innerHTML.matchAll(/M(\d+) (\d+)h1/g))
      for (let row = 0; row < 8; row += 1) {
        const start = ((8 * Number(y) + row) * width + 8 * Number(x)) * 3;
        data.fill(0, start, start + 8 * 3);
      }
    expect(decodeQR({ width, height: width, data })).toBe(`${location.origin}/invite?token=t0ken`);
  });

  test('falls back to 50 uses for what is no number, and shows token and link once', async () => {
    const { sent, onMade } = await open(ORGANIZATION);
    fill('Max Uses', 'abc');
    generate();
    await screen.findByText('Invitation Token Created');
    expect(sent()).toEqual([
      { organizationId: ORGANIZATION, role: 'member', maxUses: 50, expiresAt: null, courseId: null, groupId: null },
    ]);
    expect(screen.getByText(`${location.origin}/invite?token=t0ken`)).toBeTruthy();
    expect(onMade).toHaveBeenCalledWith('t0ken');
    expect(screen.queryByLabelText('Max Uses'), 'the token stands in place of the form').toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Make another' }));
    expect(screen.getByLabelText('Max Uses')).toHaveProperty('value', '50');
    expect(screen.queryByText('Invitation Token Created')).toBeNull();
  });

  test('sends role, uses, expiry in UTC, course and group as chosen', async () => {
    const { sent } = await open(ORGANIZATION);
    fill('Role', 'admin');
    fill('Max Uses', '1');
    fill('Expires (optional)', '2030-05-06T07:08');
    await pick('Course (optional)', 'Inspector');
    await screen.findByLabelText('Group (optional)');
    fill('Group (optional)', GROUP);
    generate();
    await waitFor(() => expect(sent()).toHaveLength(1));
    const expiresAt = new Date('2030-05-06T07:08').toISOString();
    expect(sent()[0]).toMatchObject({ role: 'admin', maxUses: 1, expiresAt, courseId: 4, groupId: GROUP });
  });

  test('emails one person instead, and says at the field why that cannot be', async () => {
    const reason = 'Already a member of this organization.';
    let row: object = {
      row: 1,
      email: 'ana@company.example',
      isInvited: false,
      isAdded: false,
      isSame: true,
      isWaiting: false,
      field: 'email',
      reason,
    };
    const { sent, mailed } = await open(ORGANIZATION, undefined, () =>
      answer(200, { dryRun: false, invited: 0, added: 0, same: 1, refused: 0, newGroups: [], rows: [row] }),
    );
    fill('Email (optional)', 'ana@company.example');
    expect(screen.queryByLabelText('Max Uses'), 'it works once').toBeNull();
    await pick('Course (optional)', 'Inspector');
    await screen.findByLabelText('Group (optional)');
    fill('Group (optional)', GROUP);
    fireEvent.click(screen.getByRole('button', { name: 'Send Invitation' }));
    await screen.findByText(reason);
    expect(screen.getByLabelText('Email (optional)').getAttribute('aria-invalid')).toBe('true');
    row = { ...row, isInvited: true, isSame: false, field: null, reason: null };
    fireEvent.click(screen.getByRole('button', { name: 'Send Invitation' }));
    await screen.findByText('Invitation Made');
    await waitFor(() => expect(screen.getByLabelText('Email (optional)')).toHaveProperty('value', ''));
    expect(screen.queryByText(reason)).toBeNull();
    row = { ...row, isInvited: false, isAdded: true, reason: 'Added to North.' };
    fill('Email (optional)', 'ana@company.example');
    fireEvent.click(screen.getByRole('button', { name: 'Send Invitation' }));
    await screen.findByText('ana@company.example: Added to North.');
    await waitFor(() => expect(screen.getByLabelText('Email (optional)')).toHaveProperty('value', ''));
    const guest = { email: 'ana@company.example', role: 'member', courseId: '4', group: 'North' };
    expect(mailed().slice(0, 2)).toEqual([guest, guest].map((one) => ({ dryRun: false, rows: [one] })));
    expect(sent()).toEqual([]);
  });

  test('lets an invitation of admins end after 14 days, unless another time or none is chosen', async () => {
    const { sent } = await open(ORGANIZATION);
    fill('Role', 'admin');
    const expiry = screen.getByLabelText<HTMLInputElement>('Expires (optional)');
    const days = (Date.parse(expiry.value) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(14);
    expect(document.getElementById(expiry.getAttribute('aria-describedby') ?? '')?.textContent).toContain('14 days');
    fill('Role', 'member');
    expect([expiry.value, expiry.getAttribute('aria-describedby')]).toEqual(['', null]);
    fill('Role', 'admin');
    fill('Expires (optional)', '');
    generate();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ role: 'admin', expiresAt: null });
  });

  test('says at the field what the server refuses, and that the creation failed', async () => {
    const message = 'Max uses must be a whole number from 1 to 1000.';
    const refused = { error: message, message, code: 'validation_failed', field: 'maxUses' };
    await open(ORGANIZATION, () => answer(400, refused));
    fill('Max Uses', '1001');
    generate();
    await screen.findByText('Token Creation Failed');
    const field = screen.getByLabelText('Max Uses');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
  });
});

// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import '#tests/fixtures/silent-console.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServerTable } from '#app/admin/lists/server-table.tsx';
import { adminClient } from '#app/api/query-client.ts';
import { server } from '#app/api/session.ts';
import { TableMemory } from '#app/ui/table/table-memory.ts';
import type { Selection } from '#app/ui/table/table-rows.tsx';
import type { UserRow } from '#sync/contract/organization.ts';
import { answer, aSession, stubNetwork } from '#tests/fixtures/auth-service.ts';
import { openOnDevice, seatLena } from '#tests/fixtures/own-device.tsx';

const person = (id: string, full_name: string) => ({
  ...{ id, full_name, email: `${id}@demo.example`, organization_id: null, organization: null },
  ...{ is_org_admin: false, is_super_admin: false, has_two_step: false, created_at: '2026-01-01T00:00:00.000Z' },
});
const OTHERS = Array.from({ length: 48 }, (_, n) => person(`x${n}`, `Xe ${n}`));
const FIRST = { users: [person('a', 'Ada'), person('b', 'Ben'), ...OTHERS], nextCursor: 'next', total: 1001 };
const SECOND = { users: [person('c', 'Cid')], nextCursor: null };

const ROLES = [
  ['', 'All Users'],
  ['super', 'Super Admins'],
] as const;

const kept = new Map<string, string>();
const memory = {
  read: (key: string) => kept.get(key) ?? null,
  write: (key: string, text: string | null) => void (text === null ? kept.delete(key) : kept.set(key, text)),
};

let opened: Awaited<ReturnType<typeof openOnDevice>>;
async function open(at: string, selected?: Selection<UserRow>, first = /Ada/) {
  const asked: string[] = [];
  stubNetwork(() => answer(200, aSession()), {
    'GET /api/admin/users': ({ address }) => {
      asked.push(address.search);
      return answer(200, address.searchParams.has('cursor') ? SECOND : FIRST);
    },
  });
  opened = await openOnDevice({
    at,
    path: '/people',
    screen: (
      <QueryClientProvider client={adminClient}>
        <TableMemory value={memory}>
          <ServerTable
            label="Users"
            noun="person"
            endpoint={server.admin.users}
            args={{}}
            rowsIn="users"
            failed="Failed to fetch users"
            rowKey={({ id }) => id}
            orders={['name', '-email']}
            filters={[{ key: 'role', label: 'Role', options: ROLES, shows: { super: 'email' } }]}
            columns={[
              { key: 'name', title: 'Full Name', value: ({ full_name }) => full_name },
              { key: 'email', title: 'Email', value: ({ email }) => email },
            ]}
            selection={selected && { chosen: selected.chosen, setChosen: selected.onChange, acts: selected.acts }}
            empty={null}
          />
        </TableMemory>
      </QueryClientProvider>
    ),
  });
  await screen.findByRole('row', { name: first });
  return asked;
}
const rows = () => within(screen.getByRole('table')).getAllByRole('row').length - 1;

beforeEach(() => seatLena());
afterEach(async () => {
  vi.unstubAllGlobals();
  adminClient.clear();
  kept.clear();
  await opened.close();
});

describe('[M3] a list of the server', () => {
  test('says that a link asks for what is not known here, until that is cleared', async () => {
    const asked = await open('/people?role=emperor&sort=zzz&search=ann');
    expect(asked).toEqual(['?search=ann&limit=50']);
    const note = within(screen.getByRole('note'));
    note.getByText(/a filter or an order that isn't known here/);
    fireEvent.click(note.getByRole('button', { name: 'Clear it' }));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
    expect(opened.address()).toBe('/people?search=ann');
  });

  test('says nothing of a filter and an order that it has', async () => {
    await open('/people?role=super&sort=-email');
    expect(screen.queryByRole('note')).toBeNull();
  });

  test('asks for what the address says, and for more on demand', async () => {
    const asked = await open('/people?search=ann&sort=-name');
    expect(asked).toEqual(['?search=ann&sort=-name&limit=50']);
    expect(screen.getByText('More than 1,000 people')).toBeTruthy();
    expect([screen.getByText('1–50'), rows()]).toEqual([expect.anything(), 50]);
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByRole('row', { name: /Cid/ });
    expect([screen.getByText('51–51'), rows()]).toEqual([expect.anything(), 1]);
    expect(opened.address()).toBe('/people?search=ann&sort=-name&page=2');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Full Name' }));
    await waitFor(() => expect(opened.address(), 'another order begins at its first page').toBe('/people?search=ann'));
  });

  test('has all rows on one page on a phone, as many as were asked for', async () => {
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }));
    await open('/people');
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByRole('row', { name: /Cid/ });
    expect(rows()).toBe(51);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('opens at the page of its address, and at the last where there are fewer', async () => {
    await open('/people?page=2', undefined, /Cid/);
    expect(rows()).toBe(1);
    await opened.close();
    await seatLena();
    await open('/people?page=9', undefined, /Cid/);
    expect(screen.getByText('51–51')).toBeTruthy();
  });

  test('says by chips how it is narrowed, each of which takes its filter away', async () => {
    await open('/people?role=super&search=ann');
    fireEvent.click(screen.getByRole('button', { name: 'Clear Role: Super Admins' }));
    await waitFor(() => expect(opened.address()).toBe('/people?search=ann'));
    expect(screen.queryByRole('button', { name: /^Clear Role/ })).toBeNull();
  });

  test('says on paper which of them it shows', async () => {
    await open('/people?search=ann');
    expect(screen.getByText(/1 to 50 of them/).className).toMatch(/^hidden .*print:block$/);
  });

  test('is fetched whole before it is printed', async () => {
    const shown: number[] = [];
    vi.stubGlobal('print', () => shown.push(rows()));
    await open('/people?search=ann');
    fireEvent.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(shown).toEqual([51]));
    await waitFor(() => expect(rows()).toBe(50));
  });

  test('names on paper the list, and how it is narrowed and sorted', async () => {
    await open('/people?role=super&search=ann&sort=-name');
    const words = screen.getByText(
      /^Users · Search: ann · Role: Super Admins · By Full Name, last first · More than 1,000 people/,
    );
    expect(words.className).toMatch(/^hidden .*print:block$/);
  });

  test('shows on a phone, in rows that are closed, by what they are sorted or narrowed', async () => {
    const emailOf = () => screen.getAllByRole('cell', { name: /demo/ })[0] as HTMLElement;
    await open('/people');
    expect(emailOf().className).toContain('max-md:hidden');
    await opened.close();
    await seatLena();
    await open('/people?sort=-email');
    expect(emailOf().className).not.toContain('max-md:hidden');
    expect(within(emailOf()).getByText('Email').className).not.toContain(' hidden');
    await opened.close();
    await seatLena();
    await open('/people?role=super');
    expect(emailOf().className, 'as the filter names the column').not.toContain('max-md:hidden');
  });

  test('does not ask for an order that the server has not', async () => {
    expect(await open('/people?sort=email')).toEqual(['?limit=50']);
  });

  test('sorts by a column that the server sorts from the last to the first alone, and no longer', async () => {
    const asked = await open('/people');
    const heading = () => screen.getByRole('button', { name: 'Email' });
    const isSorted = (order: string) =>
      waitFor(() => expect(heading().closest('th')?.getAttribute('aria-sort')).toBe(order));
    fireEvent.click(heading());
    await isSorted('descending');
    await waitFor(() => expect(asked).toEqual(['?limit=50', '?sort=-email&limit=50']));
    fireEvent.click(heading());
    await isSorted('none');
  });

  test('[Z6] saves every row that matches, not only those that are shown', async () => {
    const asked = await open('/people?search=ann');
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(names[0], 'what it is of, and of which day').toMatch(/^users-ann-\d{4}-\d\d-\d\d\.csv$/);
    const text = (await files[0]?.text()) ?? '';
    const lines = text.trim().split('\r\n');
    expect([lines.length, lines[1], lines[51]]).toEqual([52, 'Ada,a@demo.example', 'Cid,c@demo.example']);
    expect(asked.slice(1)).toEqual(['?search=ann&limit=500', '?search=ann&limit=500&cursor=next']);
    fireEvent.click(screen.getByRole('button', { name: 'Export Excel' }));
    await waitFor(() => expect(files).toHaveLength(2));
    expect(names[1]).toBe(names[0]?.replace(/csv$/, 'xlsx'));
    expect([...new Uint8Array((await files[1]?.arrayBuffer()) ?? new ArrayBuffer()).slice(0, 2)]).toEqual([0x50, 0x4b]);
  });

  test('selects every row that matches, once all that are shown are selected', async () => {
    const chosen = new Map(FIRST.users.map((row) => [row.id, row]));
    const onChange = vi.fn();
    await open('/people', { chosen, onChange, acts: null });
    fireEvent.click(screen.getByRole('button', { name: 'Select all that match' }));
    await waitFor(() => expect(onChange).toHaveBeenCalled());
    expect(onChange).toHaveBeenCalledWith(new Map([...FIRST.users, ...SECOND.users].map((row) => [row.id, row])));
  });

  test('leaves out whole columns where there is no room for them, but not on paper', async () => {
    const isShown = () => !screen.getByRole('columnheader', { name: /Email/ }).className.includes('not-print:hidden');
    const width = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get');
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500);
    width.mockReturnValue(501);
    await open('/people');
    expect(isShown()).toBe(false);
    await opened.close();
    await seatLena();
    width.mockReturnValue(500);
    await open('/people');
    expect(isShown()).toBe(true);
    vi.restoreAllMocks();
  });

  test('hides the columns that its person hid before, unless the address says others', async () => {
    kept.set('columns Users', 'email');
    await open('/people');
    expect(screen.queryByRole('button', { name: 'Email' })).toBeNull();
    expect(rows()).toBe(50);
  });

  test('what is hidden in a view stays there, and what is hidden without one is kept on the device', async () => {
    const toggle = async (name: string) => {
      fireEvent.keyDown(screen.getByRole('button', { name: 'Columns of Users' }), { key: 'Enter' });
      fireEvent.click(await screen.findByRole('menuitemcheckbox', { name }));
    };
    const isShown = () => screen.queryByRole('button', { name: 'Email' }) !== null;
    await open('/people?role=super&hide=none');
    await toggle('Email');
    await waitFor(() => expect(isShown()).toBe(false));
    expect([opened.address(), kept.get('columns Users')]).toEqual(['/people?role=super&hide=email', undefined]);
    await opened.close();
    await seatLena();
    await open('/people');
    expect(isShown()).toBe(true);
    await toggle('Email');
    await waitFor(() => expect(isShown()).toBe(false));
    expect([opened.address(), kept.get('columns Users')]).toEqual(['/people', 'email']);
  });

  test('keeps filters and sorting of a phone in a sheet, whose button counts those that are set', async () => {
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: true }));
    const asked = await open('/people?role=super');
    fireEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Filters' }));
    expect(sheet.getByLabelText<HTMLSelectElement>('Role').value).toBe('super');
    fireEvent.change(sheet.getByLabelText('Sort by'), { target: { value: '-name' } });
    fireEvent.click(sheet.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(asked.at(-1)).toBe('?sort=-name&limit=50'));
    fireEvent.click(sheet.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
  });
});

// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryRouter } from '#app/ui/router.ts';
import { useTableAddress } from '#app/ui/table/use-table-address.ts';

const OPTIONS = [
  ['', 'All'],
  ['draft', 'Draft'],
] as const;

test.each([
  ['?status=draft', 'draft'],
  ['?status=bogus', ''],
  ['?status=constructor', ''],
  ['', ''],
])('[M3, M4] of the address %s a table is narrowed by "%s": what no choice offers narrows nothing', (query, status) => {
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <MemoryRouter initialEntries={[`/admin${query}`]}>{children}</MemoryRouter>
  );
  const { result } = renderHook(() => useTableAddress(), { wrapper });
  expect(result.current.filter('status', OPTIONS)).toBe(status);
});

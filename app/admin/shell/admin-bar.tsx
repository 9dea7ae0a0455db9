// What the header has on the pages of administration: the search over everything (Ctrl K), and the keys of lists.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { adminClient } from '../../api/query-client.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { JobsBell } from '../jobs/jobs-bell.tsx';
import { Palette } from './admin-palette.tsx';
import { CTRL, isPagesOwn, Key, pressListKey } from './list-keys.tsx';

const KEYS = [
  [[CTRL, 'K'], t`Search people, courses, lessons and pages`],
  [['j'], t`Next row of a list`],
  [['k'], t`Previous row`],
  [['Enter'], t`Open the row`],
  [['x'], t`Select the row`],
  [['?'], t`Show these keys`],
] as const;

export function AdminBar() {
  const { is_super_admin: isSuperAdmin, organization_id: organizationId = null } = useActiveUser().profile ?? {};
  const [shown, setShown] = useState<'palette' | 'keys'>();
  const close = () => setShown(undefined);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      const isSearch = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
      // The search opens from a field, too, unless that makes a link by these keys.
      if (isSearch && !event.defaultPrevented && !document.querySelector('dialog[open], [role="dialog"]')) {
        event.preventDefault();
        setShown('palette');
      }
      if (ctrlKey || metaKey || altKey || !isPagesOwn(event)) return;
      if (key === '?') setShown('keys');
      else pressListKey(key);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setShown('palette')}
        className="flex min-h-touch min-w-touch items-center gap-3 rounded-md text-ink-soft max-lg:ms-auto max-lg:justify-center max-lg:text-ink max-md:in-data-has-page-bar:hidden lg:w-104 lg:shrink-0 lg:border lg:border-line-strong lg:bg-canvas lg:px-3 lg:pointer-fine:[--spacing-touch:2.25rem] lg:pointer-fine:text-sm hover:bg-sunken"
      >
        <Search aria-hidden className="size-5 shrink-0 max-lg:size-6" />
        <span className="max-lg:sr-only">
          <Trans>Search people, courses, pages</Trans>
        </span>
        <span aria-hidden className="ms-auto flex gap-1.5 max-lg:hidden">
          <Key>{CTRL}</Key>
          <Key>K</Key>
        </span>
      </button>
      {(isSuperAdmin || organizationId) && (
        <QueryClientProvider client={adminClient}>
          <ConfirmProvider>
            <div className="flex items-center lg:ms-auto">
              <JobsBell place={isSuperAdmin ? null : organizationId} />
            </div>
          </ConfirmProvider>
        </QueryClientProvider>
      )}
      {shown === 'palette' && <Palette onClose={close} />}
      <Dialog open={shown === 'keys'} onOpenChange={close} title={t`Keyboard`}>
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
          {KEYS.map(([keys, does]) => (
            <div key={does} className="col-span-2 grid grid-cols-subgrid">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <DialogActions>
          <Button onClick={close}>
            <Trans>Done</Trans>
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

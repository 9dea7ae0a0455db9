import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/state-view.tsx';

export const isForNewerApp = (outcome: { kind: string; code?: string }) => outcome.code === 'needs_newer_app';

/** Shown in place of what the server of a later release sent; the prompt at the foot of the page offers the update. */
export function NeedsNewerApp(props: Pick<ComponentProps<typeof ErrorState>, 'level'>) {
  const [found, setFound] = useState<'nothing' | 'newer'>();
  const look = async () => {
    const { versions } = await import('./versions.ts');
    setFound((await versions.look()) ? 'newer' : 'nothing');
  };
  const action = (
    <Button onClick={() => void look().catch(() => setFound('nothing'))} disabled={found === 'newer'}>
      <Trans>Update the app</Trans>
    </Button>
  );
  return (
    <ErrorState {...props} title={t`This needs the newer version of the app`} action={action}>
      {found === 'nothing'
        ? t`No newer version was found. Try again later.`
        : t`Your work stays on this device and continues after the update.`}
    </ErrorState>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { Told } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';

type SetupStorageProps = {
  variant?: ComponentProps<typeof Button>['variant'];
  children?: ReactNode;
};

/** Makes the place for videos; harmless where it is there already. The server's message is told either way. */
export function SetupStorage({ variant = 'secondary', children = 'Setup Storage' }: SetupStorageProps) {
  const { run, isRunning } = useAct<void, Told>({
    method: 'POST',
    path: () => '/api/admin/create-storage-bucket',
    answer: Told,
    said: ({ message }) => adminToasts.storageReady(message),
    failed: adminFailures.setupStorage,
    refreshes: [],
  });
  return (
    <Button variant={variant} disabled={isRunning} onClick={() => void run()}>
      {isRunning ? 'Setting up...' : children}
    </Button>
  );
}

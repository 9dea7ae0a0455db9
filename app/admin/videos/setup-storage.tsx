import type { ComponentProps, ReactNode } from 'react';
import { Told } from '#sync/contract/organization.ts';
import { Button } from '../../ui/button.tsx';
import { useAct } from '../use-act.ts';
import { adminFailures, adminToasts } from '../words.ts';

/** Makes the place for videos; harmless where it is there already. The server's message is told either way. */
export function useSetupStorage() {
  return useAct<void, Told>({
    method: 'POST',
    path: () => '/api/admin/create-storage-bucket',
    answer: Told,
    said: ({ message }) => adminToasts.storageReady(message),
    failed: adminFailures.setupStorage,
    refreshes: [],
  });
}

type SetupButtonProps = {
  setup: Pick<ReturnType<typeof useSetupStorage>, 'run' | 'isRunning'>;
  variant?: ComponentProps<typeof Button>['variant'];
  children?: ReactNode;
};

export function SetupButton({ setup, variant = 'secondary', children = 'Setup Storage' }: SetupButtonProps) {
  return (
    <Button variant={variant} disabled={setup.isRunning} onClick={() => void setup.run()}>
      {setup.isRunning ? 'Setting up...' : children}
    </Button>
  );
}

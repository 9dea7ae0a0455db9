import type { ComponentProps, ReactNode } from 'react';
import { Told } from '#sync/contract/organization.ts';
import { api } from '../../api/session.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { Button } from '../../ui/button.tsx';

/** Makes the place for videos; harmless where it is there already. The server's message is told either way. */
export function useSetupStorage() {
  return useApiMutation({
    send: () => api('/api/admin/create-storage-bucket', { method: 'POST', answer: Told }),
    said: ({ message }) => ({ title: 'Storage ready', description: message }),
    failed: { title: 'Setup Failed', sentence: 'Failed to create storage bucket' },
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

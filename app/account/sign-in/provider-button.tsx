import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Config } from '#sync/contract/server.ts';
import { loadConfig } from '../../api/config.ts';
import { Button } from '../../ui/button.tsx';
import { useFormSubmission } from '../account-form.tsx';
import { ErrorBox } from '../account-panel.tsx';
import { leaveForProvider, type SignInTarget } from './sign-in.ts';

function useProvider(): Config['provider'] {
  const [provider, setProvider] = useState<Config['provider']>();
  useEffect(() => {
    loadConfig().then(
      (config) => setProvider(config.provider),
      // Nobody signs in without a connection.
      () => undefined,
    );
  }, []);
  return provider;
}

/** Signs in by the installation's provider, where it has one, and comes back to the course, the invitation or the page. */
export function ProviderButton(target: SignInTarget) {
  const provider = useProvider();
  const { busy, error, run } = useFormSubmission();
  if (!provider) return null;
  return (
    <>
      {error && <ErrorBox>{error}</ErrorBox>}
      <Button
        variant="secondary"
        className="min-h-action!"
        disabled={busy}
        onClick={() => void run(() => leaveForProvider(provider.id, target))}
      >
        <KeyRound aria-hidden className="size-5 shrink-0" />
        Continue with {provider.name}
      </Button>
    </>
  );
}

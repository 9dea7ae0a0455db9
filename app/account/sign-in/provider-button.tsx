import { t } from '@lingui/core/macro';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Config } from '#sync/contract/server.ts';
import { loadConfig } from '../../api/config.ts';
import { ActButton } from '../account-form.tsx';
import { leaveForProvider, type SignInTarget } from './sign-in.ts';

/** Signs in by the installation's provider, where it has one, and comes back to the course, the invitation or the page. */
export function ProviderButton(target: SignInTarget) {
  const [provider, setProvider] = useState<Config['provider']>();
  useEffect(() => {
    loadConfig().then(
      (config) => setProvider(config.provider),
      // Nobody signs in without a connection.
      () => undefined,
    );
  }, []);
  if (!provider) return null;
  return (
    <ActButton
      variant="secondary"
      className="min-h-action!"
      icon={KeyRound}
      act={() => leaveForProvider(provider.id, target)}
      verb={t`Continue with ${provider.name}`}
    />
  );
}

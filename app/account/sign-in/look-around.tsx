import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowRight, FlaskConical, Info, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { initials } from '#sync/contract/profile.ts';
import type { DemoAccount } from '#sync/contract/sample-people.ts';
import { call, publicServer } from '../../api/client.ts';
import { loadConfig } from '../../api/config.ts';
import { failureMessage } from '../../api/messages.ts';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ErrorBox } from '../account-panel.tsx';
import { isLinkType } from './mailed-link.ts';
import { followLink } from './sign-in.ts';

const TONES = ['clay', 'ochre', 'blue', 'sage'] as const;

const PAGES: Record<DemoAccount['opens'], string> = {
  learn: paths.home(),
  crew: paths.groups(),
  admin: paths.admin(),
};

/** Signs in as one of the invented people, by one click; nothing where there are none, as in production. */
export function LookAround({ onSignedIn }: { onSignedIn: (to: string) => void }) {
  const [accounts, setAccounts] = useState<DemoAccount[]>([]);
  const [chosen, setChosen] = useState<string>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    readAccounts().then(setAccounts, () => undefined);
  }, []);

  const look = async ({ email, opens }: DemoAccount) => {
    setChosen(email);
    setFailure(undefined);
    try {
      const { tokenHash, type } = await call(publicServer['demo-accounts']['sign-in'].$post({ json: { email } }));
      if (isLinkType(type)) await followLink({ kind: 'link', tokenHash, type });
      onSignedIn(PAGES[opens]);
    } catch (error) {
      setFailure(failureMessage(error, t`you could not be signed in.`));
      setChosen(undefined);
    }
  };

  if (accounts.length === 0) return null;
  return (
    <section
      aria-labelledby="look-around"
      className="flex flex-col justify-center bg-sunken px-5 py-8 sm:items-center lg:w-1/2"
    >
      <div className="flex w-full max-w-md flex-col gap-3">
        <p className="inline-flex items-center gap-2 self-start rounded-sm border border-line bg-surface px-2 py-1 font-medium text-sm">
          <FlaskConical aria-hidden className="size-4" />
          <Trans>Development only</Trans>
        </p>
        <div>
          <h2 id="look-around" className="font-bold text-xl">
            <Trans>Look around as</Trans>
          </h2>
          <p className="text-ink-soft">
            <Trans>One click signs you in. Everyone here is invented.</Trans>
          </p>
        </div>
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <ul className="flex flex-col gap-3">
          {accounts.map((account, at) => (
            <li key={account.email}>
              <button
                type="button"
                disabled={chosen !== undefined}
                onClick={() => void look(account)}
                className="flex min-h-action w-full items-center gap-4 rounded-lg border border-line bg-surface p-4 text-start shadow-low hover:border-accent disabled:opacity-60"
              >
                <Avatar letters={initials(account.name)} tone={TONES[at % TONES.length] ?? 'soft'} />
                <span className="min-w-0 grow">
                  <span className="block">
                    <strong className="text-lg">{account.name.split(' ')[0]}</strong>{' '}
                    <span className="text-ink-soft text-sm">{account.role}</span>
                  </span>
                  <span className="block text-ink-soft text-sm">{account.finds}</span>
                </span>
                {chosen === account.email ? (
                  <LoaderCircle aria-hidden className="size-5 shrink-0 text-accent-text motion-safe:animate-spin" />
                ) : (
                  <ArrowRight aria-hidden className="size-5 shrink-0 text-accent-text" />
                )}
              </button>
            </li>
          ))}
        </ul>
        <p className="flex gap-2 text-ink-soft text-sm">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <Trans>
            Shown because this server runs in development. In production neither these accounts nor this panel exist.
          </Trans>
        </p>
      </div>
    </section>
  );
}

async function readAccounts(): Promise<DemoAccount[]> {
  if (!(await loadConfig()).hasDemoAccounts) return [];
  return (await call(publicServer['demo-accounts'].$get())).accounts;
}

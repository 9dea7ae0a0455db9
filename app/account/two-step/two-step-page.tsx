// The second step of a sign-in: the code, a recovery code in its place, or the set-up where the account has no authenticator yet.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate, useSearchParams } from '../../ui/router.ts';
import { Spinner } from '../../ui/skeleton.tsx';
import { ErrorState, OfflineState } from '../../ui/state-view.tsx';
import { useToast } from '../../ui/toast.tsx';
import { OneFieldForm } from '../account-form.tsx';
import { AccountPanel, PanelLink, SuccessNote } from '../account-panel.tsx';
import { CodeStep } from './code-step.tsx';
import { Setup } from './setup.tsx';
import { type Standing, spendRecoveryCode, useStanding } from './two-step.ts';

const TITLE = t`Two-Step Sign-In`;
const skip = (
  <PanelLink to={paths.home()}>
    <Trans>Not now, go to your courses</Trans>
  </PanelLink>
);

/** The page of /auth/two-step; `next` is the page that follows. */
export function TwoStepPage() {
  usePageTitle(TITLE);
  const { outcome, again } = useStanding();
  // What was begun stays when the connection goes and comes back: recovery codes are shown only once.
  const [begun, setBegun] = useState<Standing>();
  if (outcome?.kind === 'loaded' && !begun) setBegun(outcome.answer);
  if (begun) return <Steps standing={begun} />;
  // No heading yet: it would have the focus, and lose it to the page's start.
  if (outcome?.kind !== 'offline' && outcome?.kind !== 'failed') return <Spinner label={t`Loading two-step sign-in`} />;
  if (outcome.kind === 'offline') {
    const home = (
      <Button to={paths.home()}>
        <Trans>Go to your courses</Trans>
      </Button>
    );
    return (
      <OfflineState level={1} title={t`You're offline`} onRetry={again} action={home}>
        <Trans>Two-step sign-in needs a connection. Your courses work without it.</Trans>
      </OfflineState>
    );
  }
  return (
    <ErrorState level={1} title={t`Two-step sign-in could not be loaded`} onRetry={again}>
      {outcome.message}
    </ErrorState>
  );
}

/** The page that asked for the second step; nothing outside of the app. */
function useNextPage(): () => void {
  const navigate = useNavigate();
  const wanted = useSearchParams()[0].get('next') ?? '';
  const next = isOwnAddress(wanted) ? wanted : paths.dashboard();
  return () => void navigate(next, { replace: true });
}

/** Begins at what is missing, and then stays with what the user does. */
function Steps({ standing: { factorId, isRequired, isTaken, canRecover } }: { standing: Standing }) {
  const goOn = useNextPage();
  const toast = useToast();
  const [step, setStep] = useState<'code' | 'recovery' | 'setup' | 'done'>(
    factorId === undefined ? 'setup' : isTaken ? 'done' : 'code',
  );
  const [isRecovered, setRecovered] = useState(false);
  switch (step) {
    case 'code':
      return (
        <AccountPanel title={TITLE} intro={t`Open your authenticator app for the code.`} below={skip}>
          <CodeStep autoFocus factorId={factorId ?? ''} onTaken={goOn} />
          {canRecover ? (
            <Button variant="quiet" onClick={() => setStep('recovery')}>
              <Trans>Use a recovery code</Trans>
            </Button>
          ) : (
            <p className="text-ink-soft text-sm">
              <Trans>Lost your authenticator? Ask your administrator to remove it.</Trans>
            </p>
          )}
        </AccountPanel>
      );
    case 'recovery':
      return (
        <Recovery
          onBack={() => setStep('code')}
          onRecovered={() => {
            setRecovered(true);
            setStep('setup');
          }}
        />
      );
    case 'setup': {
      const why = isRequired
        ? t`Your role requires a code from an authenticator app as well as your password.`
        : t`A code from an authenticator app, as well as your password, keeps others out of your account.`;
      return (
        <AccountPanel title={isRecovered ? t`Set Up a New Authenticator` : t`Set Up Your Authenticator`} intro={why}>
          {isRecovered && (
            <SuccessNote>
              <Trans>
                Your lost authenticator was removed. Your other recovery codes work until the new one is on.
              </Trans>
            </SuccessNote>
          )}
          <Setup
            canRecover={canRecover}
            skip={skip}
            onDone={() => {
              toast({ title: t`Two-step sign-in is on` });
              goOn();
            }}
          />
        </AccountPanel>
      );
    }
    case 'done':
      return (
        <AccountPanel title={TITLE}>
          <SuccessNote>
            <Trans>You have entered your code.</Trans>
          </SuccessNote>
          <Button onClick={goOn}>
            <Trans>Continue</Trans>
          </Button>
        </AccountPanel>
      );
  }
}

function Recovery({ onBack, onRecovered }: { onBack: () => void; onRecovered: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useKeepFocus(place);
  const send = async (code: string) => {
    await spendRecoveryCode(code);
    onRecovered();
  };
  return (
    <AccountPanel
      title={t`Recovery Code`}
      intro={t`A recovery code removes your lost authenticator. Then you set up a new one.`}
    >
      <div ref={place}>
        <OneFieldForm
          autoFocus
          label={t`Recovery code`}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t`12 letters and digits, such as abcd-efgh-2345.`}
          maxLength={100}
          send={send}
          fallback={t`The recovery code could not be checked.`}
          verb={t`Use recovery code`}
          busyVerb={t`Checking...`}
        />
      </div>
      <Button variant="secondary" onClick={onBack}>
        <Trans>Back to the code</Trans>
      </Button>
    </AccountPanel>
  );
}

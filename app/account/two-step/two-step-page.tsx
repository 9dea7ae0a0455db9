// The second step of a sign-in: the code, a recovery code in its place, or the set-up where the account has no authenticator yet.
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

const TITLE = 'Two-Step Sign-In';
const skip = <PanelLink to={paths.home()}>Not now, go to your courses</PanelLink>;

/** The page of /auth/two-step; `next` is the page that follows. */
export function TwoStepPage() {
  usePageTitle(TITLE);
  const { outcome, again } = useStanding();
  // What was begun stays when the connection goes and comes back: recovery codes are shown only once.
  const [begun, setBegun] = useState<Standing>();
  if (outcome?.kind === 'loaded' && !begun) setBegun(outcome.answer);
  if (begun) return <Steps standing={begun} />;
  // No heading yet: it would have the focus, and lose it to the page's start.
  if (outcome?.kind !== 'offline' && outcome?.kind !== 'failed') return <Spinner label="Loading two-step sign-in" />;
  if (outcome.kind === 'offline') {
    const home = <Button to={paths.home()}>Go to your courses</Button>;
    return (
      <OfflineState level={1} title="You're offline" onRetry={again} action={home}>
        Two-step sign-in needs a connection. Your courses work without it.
      </OfflineState>
    );
  }
  return (
    <ErrorState level={1} title="Two-step sign-in could not be loaded" onRetry={again}>
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
        <AccountPanel title={TITLE} intro="Open your authenticator app for the code." below={skip}>
          <CodeStep autoFocus factorId={factorId ?? ''} onTaken={goOn} />
          {canRecover ? (
            <Button variant="quiet" onClick={() => setStep('recovery')}>
              Use a recovery code
            </Button>
          ) : (
            <p className="text-ink-soft text-sm">Lost your authenticator? Ask your administrator to remove it.</p>
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
        ? 'Your role requires a code from an authenticator app as well as your password.'
        : 'A code from an authenticator app, as well as your password, keeps others out of your account.';
      return (
        <AccountPanel title={isRecovered ? 'Set Up a New Authenticator' : 'Set Up Your Authenticator'} intro={why}>
          {isRecovered && (
            <SuccessNote>
              Your lost authenticator was removed. Your other recovery codes work until the new one is on.
            </SuccessNote>
          )}
          <Setup
            canRecover={canRecover}
            skip={skip}
            onDone={() => {
              toast({ title: 'Two-step sign-in is on' });
              goOn();
            }}
          />
        </AccountPanel>
      );
    }
    case 'done':
      return (
        <AccountPanel title={TITLE}>
          <SuccessNote>You have entered your code.</SuccessNote>
          <Button onClick={goOn}>Continue</Button>
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
      title="Recovery Code"
      intro="A recovery code removes your lost authenticator. Then you set up a new one."
    >
      <div ref={place}>
        <OneFieldForm
          autoFocus
          label="Recovery code"
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="12 letters and digits, such as abcd-efgh-2345."
          maxLength={100}
          send={send}
          fallback="The recovery code could not be checked."
          verb="Use recovery code"
          busyVerb="Checking..."
        />
      </div>
      <Button variant="secondary" onClick={onBack}>
        Back to the code
      </Button>
    </AccountPanel>
  );
}

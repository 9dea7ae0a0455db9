// Where mailed links arrive: signs in, settles the person, and leads on in the specification's order (A6).

import { idInPath, paths } from '../paths.ts';
import { Navigate, useLocation, useSearchParams } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { AccountPanel } from './account-panel.tsx';
import { InvitationBanner } from './auth-banners.tsx';
import { useInvitationCheck } from './invitation-check.tsx';
import { JoinOffer } from './join-offer.tsx';
import { BusyNote, ErrorBox, SuccessNote } from './notes.tsx';
import { type CallbackStage, useCallbackStages } from './use-callback-stages.ts';
import { useMailedLink } from './use-mailed-link.ts';

const BUTTONS: Record<string, string> = { signup: 'Confirm and sign in', invite: 'Accept and sign in' };

/** The page of /auth/callback. A link for a new password that was led here is led on. */
export function CallbackPage() {
  usePageTitle('Processing Authentication');
  const { search, hash } = useLocation();
  const [query] = useSearchParams();
  const { link, clean } = useMailedLink();
  const invitation = query.get('invitation') ?? undefined;
  const stages = useCallbackStages({
    link,
    clean,
    courseId: idInPath(query.get('courseId') ?? undefined),
    invitation,
    isTimeoutTest: query.get('test_timeout') === 'true',
  });
  if ((link.kind === 'link' || link.kind === 'tokens') && link.type === 'recovery')
    return <Navigate to={`${paths.resetPassword()}${search}${hash}`} replace />;
  if (stages.stage.is === 'offer' && invitation) return <JoinOffer token={invitation} otherwise={paths.dashboard()} />;
  return (
    <AccountPanel title="Processing Authentication">
      {stages.stage.is === 'waiting' && invitation && <WhatIsJoined invitation={invitation} />}
      <StageView {...stages} label={(link.kind === 'link' && BUTTONS[link.type]) || 'Sign in'} />
    </AccountPanel>
  );
}

/** Anybody can have a link mailed that joins their organization: whoever taps it knows which one before. */
function WhatIsJoined({ invitation }: { invitation: string }) {
  const check = useInvitationCheck(invitation);
  return check.kind === 'valid' && <InvitationBanner check={check} />;
}

type StageViewProps = { stage: CallbackStage; label: string; openLink: () => void; goOn: () => void };

function StageView({ stage, label, openLink, goOn }: StageViewProps) {
  switch (stage.is) {
    case 'waiting':
      return (
        <>
          <p>One more tap, so that nobody but you uses your link.</p>
          {stage.error && <ErrorBox>{stage.error}</ErrorBox>}
          <Button size="big" onClick={openLink}>
            {label}
          </Button>
        </>
      );
    case 'processing':
    case 'offer':
      return <BusyNote>Please wait while we sign you in...</BusyNote>;
    case 'expired':
      return (
        <>
          <ErrorBox>{stage.words}</ErrorBox>
          <Button to={paths.auth({ mode: 'signin' })} variant="secondary" replace>
            Go to sign in
          </Button>
        </>
      );
    case 'success':
      return <SuccessNote>{stage.words}</SuccessNote>;
    case 'no-profile':
      return <ErrorBox>{stage.words}</ErrorBox>;
    case 'not-joined':
      return (
        <>
          <ErrorBox>{stage.words}</ErrorBox>
          {stage.again && <Button onClick={stage.again}>Try again</Button>}
          <Button variant="secondary" onClick={goOn}>
            Continue without it
          </Button>
        </>
      );
  }
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { refreshProfile } from '../../api/session.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useNavigate } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import { AccountPanel } from '../account-panel.tsx';
import { BusyNote, ErrorBox } from '../notes.tsx';
import { consumeInvitation, invitationFailed } from './consume-invitation.ts';
import { invitationWords, useInvitationCheck } from './invitation-check.tsx';
import { forgetInvitation } from './kept-invitation.ts';

type JoiningProps = {
  token: string;
  /** Where to go on when it cannot be joined. */
  otherwise: string;
};

/** A signed-in person joins the organization of an invitation, then goes to the dashboard. */
export function Joining({ token, otherwise }: JoiningProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const [failure, setFailure] = useState<{ reason: string; isFinal: boolean }>();

  const join = useCallback(async () => {
    setFailure(undefined);
    const joined = await consumeInvitation(token);
    if (joined.kind === 'joined' || joined.isFinal) forgetInvitation();
    if (joined.kind === 'failed') return setFailure(joined);
    await refreshProfile();
    if (joined.message) toast({ title: joined.message });
    void navigate(paths.dashboard(), { replace: true });
  }, [token, navigate, toast]);

  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current) void join();
    begun.current = true;
  }, [join]);

  if (!failure) {
    return (
      <AccountPanel title="Joining your organization">
        <BusyNote>This takes a moment...</BusyNote>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title="You could not be added" intro="You are signed in; only the invitation did not work.">
      <ErrorBox>{invitationFailed(failure.reason)}</ErrorBox>
      {!failure.isFinal && <Button onClick={() => void join()}>Try again</Button>}
      <Button to={otherwise} variant="secondary" onClick={forgetInvitation}>
        Continue without it
      </Button>
    </AccountPanel>
  );
}

/** An invitation opened by someone already signed in: joining is asked for, because an address alone may come from anybody. */
export function JoinOffer({ token, otherwise }: { token: string; otherwise: string }) {
  const { name } = useActiveUser();
  const check = useInvitationCheck(token);
  const [isAccepted, setAccepted] = useState(false);
  if (isAccepted) return <Joining token={token} otherwise={otherwise} />;
  const mayJoin = check.kind === 'valid' || check.kind === 'failed';
  return (
    <AccountPanel
      title={check.kind === 'valid' ? `Join ${check.organization}?` : 'Join an organization'}
      intro={`You are signed in as ${name}.`}
    >
      {check.kind === 'checking' ? (
        <BusyNote>{invitationWords(check)}</BusyNote>
      ) : (
        check.kind !== 'valid' && (
          <p role="status">{check.kind === 'unchecked' ? 'Invalid invitation token' : invitationWords(check)}</p>
        )
      )}
      {mayJoin && (
        <Button size="big" onClick={() => setAccepted(true)}>
          Join
        </Button>
      )}
      <Button to={otherwise} variant="secondary" onClick={forgetInvitation}>
        Not now
      </Button>
    </AccountPanel>
  );
}

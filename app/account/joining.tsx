import { useCallback, useEffect, useRef, useState } from 'react';
import { paths } from '../paths.ts';
import { useNavigate } from '../router.ts';
import { refreshProfile } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import { AccountPanel } from './account-panel.tsx';
import { consumeInvitation, invitationFailed } from './consume-invitation.ts';
import { forgetInvitation } from './kept-invitation.ts';
import { BusyNote, ErrorBox } from './notes.tsx';

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

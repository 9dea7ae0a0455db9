import { useState } from 'react';
import { usePerson } from '../person.tsx';
import { Button } from '../ui/button.tsx';
import { AccountPanel } from './account-panel.tsx';
import { invitationWords, useInvitationCheck } from './invitation-check.tsx';
import { Joining } from './joining.tsx';
import { forgetInvitation } from './kept-invitation.ts';
import { BusyNote } from './notes.tsx';

/** An invitation opened by someone already signed in: joining is asked for, because an address alone may come from anybody. */
export function JoinOffer({ token, otherwise }: { token: string; otherwise: string }) {
  const { name } = usePerson();
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

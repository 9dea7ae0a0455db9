// The page of an invitation: checks the token, then emails a link that signs in and joins (A11).

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, publicServer } from '../../api/client.ts';
import { failureMessage, isUnreachable } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate, useSearchParams } from '../../ui/router.ts';
import { useToast } from '../../ui/toast.tsx';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { EmailField } from '../account-form.tsx';
import { AccountPanel, PanelLink, SuccessNote } from '../account-panel.tsx';
import { CodeSignIn } from './code-form.tsx';
import { type InvitationCheck, InvitationField, useInvitationCheck } from './invitation-check.tsx';
import { Joining } from './joining.tsx';

const EXISTS_REDIRECT_MS = 2000;

type LinkResult = { kind: 'sent'; message: string } | { kind: 'exists'; to: string; message: string };

const errorToast = (title: string, description: string): ToastMessage => ({
  title,
  description,
  variant: 'destructive',
});
/** With the server's own message where there is one. */
const linkFailedToast = (message?: string) =>
  errorToast('Failed to Send Link', message || 'Unable to send magic link. Please try again.');

async function sendLink(
  email: string,
  invitationToken: string,
): Promise<LinkResult | { kind: 'failed'; toast: ToastMessage }> {
  try {
    const answer = await call(
      publicServer.enterprise['magic-link-with-invitation'].$post({ json: { email, invitationToken } }),
    );
    if (answer?.success) return { kind: 'sent', message: answer.message };
    if (answer?.userExists) return { kind: 'exists', to: onThisSite(answer.redirectTo), message: answer.message };
    return { kind: 'failed', toast: linkFailedToast(answer?.message) };
  } catch (failure) {
    if (isUnreachable(failure))
      return {
        kind: 'failed',
        toast: errorToast('Network Error', 'Unable to send magic link. Please check your connection and try again.'),
      };
    return { kind: 'failed', toast: linkFailedToast(failureMessage(failure, '')) };
  }
}

/** Only paths of this site are followed. */
function onThisSite(to: string | null): string {
  return to && /^\/(?![/\\])/.test(to) ? to : paths.auth({ mode: 'signin' });
}

/** The page of /invite. A signed-in user can join at once. */
export function InvitePage() {
  usePageTitle('Join your organization');
  const [query] = useSearchParams();
  const { state, name } = useActiveUser();
  const [typed, setTyped] = useState(query.get('token') ?? '');
  const [isJoining, setJoining] = useState(false);
  const check = useInvitationCheck(typed);
  const [sent, setSent] = useState<{ message: string; email: string }>();
  if (isJoining) return <Joining token={typed.trim()} skipTo={paths.home()} />;
  if (sent) {
    return (
      <AccountPanel title="Check Your Email">
        <SuccessNote>{sent.message}</SuccessNote>
        <p className="text-ink-soft">The link in the email signs you in and adds you to the organization.</p>
        <CodeSignIn email={sent.email} purpose="email" invitation={typed.trim()} />
        <Button to={paths.home()} variant="secondary">
          Return to Home
        </Button>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title="Join your organization"
      intro="Enter the invitation code from your organization."
      below={<PanelLink to={paths.home()}>Back to Home</PanelLink>}
    >
      <InviteForm typed={typed} onTyped={setTyped} check={check} onSent={setSent} />
      {state === 'known' && check.kind === 'valid' && (
        <Button variant="secondary" onClick={() => setJoining(true)}>
          Join as {name}
        </Button>
      )}
    </AccountPanel>
  );
}

type InviteFormProps = {
  typed: string;
  onTyped: (token: string) => void;
  check: InvitationCheck;
  onSent: (sent: { message: string; email: string }) => void;
};

function InviteForm({ typed, onTyped, check, onSent }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const redirectLater = useLaterRedirect();
  const token = typed.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!token) return toast(errorToast('Invitation Token Required', 'Please enter your invitation token'));
    if (check.kind !== 'valid') return;
    if (!email.trim()) return toast(errorToast('Email Required', 'Please enter your email address'));
    setBusy(true);
    const outcome = await sendLink(email.trim(), token);
    if (outcome.kind === 'exists') {
      toast({ title: 'Account Already Exists', description: outcome.message });
      return redirectLater(outcome.to);
    }
    setBusy(false);
    if (outcome.kind === 'failed') return toast(outcome.toast);
    toast({ title: 'Magic Link Sent!' });
    onSent({ message: outcome.message, email: email.trim() });
  };

  const isDeferred = token !== '' && check.kind !== 'valid' && check.kind !== 'invalid';
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      <InvitationField typed={typed} onTyped={onTyped} check={check} />
      {check.kind === 'valid' && <EmailField email={email} onEmail={setEmail} />}
      {check.kind === 'failed' && (
        <Button variant="secondary" onClick={check.again}>
          Check again
        </Button>
      )}
      {isDeferred ? (
        <Button size="big" disabled>
          Validation Deferred
        </Button>
      ) : (
        <Button type="submit" size="big" disabled={busy || check.kind === 'invalid'}>
          {busy ? 'Sending...' : 'Send Magic Link'}
        </Button>
      )}
    </form>
  );
}

/** Opens a path after 2 s, unless the page is left before. */
function useLaterRedirect(): (to: string) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (to) => {
    timer.current = setTimeout(() => void navigate(to), EXISTS_REDIRECT_MS);
  };
}

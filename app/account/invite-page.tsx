// The page of an invitation: the token is checked, then a link that signs in and joins is sent (A11).
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { InvitedLinkAnswer } from '#sync/contract/invitation.ts';
import { createApi } from '../api.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { Link, useNavigate, useSearchParams } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { type ToastMessage, useToast } from '../ui/toast.tsx';
import { AccountPanel } from './account-panel.tsx';
import { EmailField } from './email-field.tsx';
import { failureWords, isUnreachable } from './failure-words.ts';
import { Joining } from './joining.tsx';
import { SuccessNote } from './notes.tsx';
import { type InvitationCheck, invitationWords, useInvitationCheck } from './use-invitation-check.ts';
import { inviteAccountExists, inviteLinkFailed, toasts } from './words.ts';

const EXISTS_REDIRECT_MS = 2000;

type Sent = { kind: 'sent'; message: string } | { kind: 'exists'; to: string; message: string };

const ask = createApi();

async function sendLink(
  email: string,
  invitationToken: string,
): Promise<Sent | { kind: 'failed'; toast: ToastMessage }> {
  try {
    const answer = await ask('/api/enterprise/magic-link-with-invitation', {
      method: 'POST',
      payload: { email, invitationToken },
      answer: InvitedLinkAnswer,
    });
    if (answer?.success) return { kind: 'sent', message: answer.message };
    if (answer?.userExists) return { kind: 'exists', to: onThisSite(answer.redirectTo), message: answer.message };
    return { kind: 'failed', toast: inviteLinkFailed(answer?.message) };
  } catch (failure) {
    if (isUnreachable(failure)) return { kind: 'failed', toast: toasts.inviteUnreachable };
    return { kind: 'failed', toast: inviteLinkFailed(failureWords(failure, '')) };
  }
}

/** Only a path of our own is followed. */
function onThisSite(to: string | null): string {
  return to && /^\/(?![/\\])/.test(to) ? to : paths.auth({ mode: 'signin' });
}

/** The page of /invite. Somebody who is signed in already may join at once. */
export function InvitePage() {
  usePageTitle('Join your organization');
  const [query] = useSearchParams();
  const { state, name } = usePerson();
  const [typed, setTyped] = useState(query.get('token') ?? '');
  const [isJoining, setJoining] = useState(false);
  const check = useInvitationCheck(typed);
  const [sent, setSent] = useState<string>();
  if (isJoining) return <Joining token={typed.trim()} otherwise={paths.home()} />;
  if (sent) {
    return (
      <AccountPanel title="Check Your Email">
        <SuccessNote>{sent}</SuccessNote>
        <p className="text-ink-soft">The link in the mail signs you in and adds you to the organization.</p>
        <Button to={paths.home()}>Return to Home</Button>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title="Join your organization"
      intro="Enter the invitation that your organization gave you."
      below={
        <Link
          to={paths.home()}
          className="inline-flex min-h-touch items-center rounded-md px-3 font-medium text-accent-text hover:underline"
        >
          Back to Home
        </Link>
      }
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
  onSent: (message: string) => void;
};

const TONES: Partial<Record<InvitationCheck['kind'], string>> = {
  valid: 'text-complete-text',
  invalid: 'text-danger-text',
  failed: 'text-danger-text',
};

function InviteForm({ typed, onTyped, check, onSent }: InviteFormProps) {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const leave = useLaterRedirect();
  const token = typed.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!token) return toast(toasts.inviteTokenRequired);
    if (check.kind !== 'valid') return;
    if (!email.trim()) return toast(toasts.inviteEmailRequired);
    setBusy(true);
    const outcome = await sendLink(email.trim(), token);
    if (outcome.kind === 'exists') {
      toast(inviteAccountExists(outcome.message));
      return leave(outcome.to);
    }
    setBusy(false);
    if (outcome.kind === 'failed') return toast(outcome.toast);
    toast({ title: 'Magic Link Sent!' });
    onSent(outcome.message);
  };

  const isDeferred = token !== '' && check.kind !== 'valid' && check.kind !== 'invalid';
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      <div>
        <Field
          label="Invitation Token"
          name="invitation"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={typed}
          aria-invalid={check.kind === 'invalid' || undefined}
          onChange={(event) => onTyped(event.target.value)}
        />
        <p role="status" className={`mt-1.5 min-h-5 text-sm ${TONES[check.kind] ?? 'text-ink-soft'}`}>
          {invitationWords(check)}
        </p>
      </div>
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

/** Leads to a path after 2 s, unless the page is left before. */
function useLaterRedirect(): (to: string) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (to) => {
    timer.current = setTimeout(() => void navigate(to), EXISTS_REDIRECT_MS);
  };
}

// The page of an invitation (R-A11). One that was mailed to its only address signs in by one tap; one that many may use asks for
// an email and sends a link that signs in and joins.

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Mail } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { typedEmail } from '#sync/contract/email.ts';
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import { call, publicServer } from '../../api/client.ts';
import { failureMessage, isUnreachable } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { CourseThumbnail } from '../../learn/course-thumbnail.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate, useSearchParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ActButton, EmailField } from '../account-form.tsx';
import { AccountPanel, PanelLink, SuccessNote } from '../account-panel.tsx';
import { CodeSignIn } from './code-form.tsx';
import { type InvitationCheck, InvitationField, invitationStatus, useInvitationCheck } from './invitation-check.tsx';
import { Joining, storeInvitation } from './joining.tsx';
import { isLinkType } from './mailed-link.ts';
import { ProviderButton } from './provider-button.tsx';
import { followLink, useSignInElsewhere } from './sign-in.ts';

type Sent = { organization: string; email: string };
type Valid = InvitationCheck & { kind: 'valid' };

/** The page of /invite. A signed-in user can join at once. */
export function InvitePage() {
  usePageTitle(t`Join your organization`);
  const [query] = useSearchParams();
  const { state, name, email } = useActiveUser();
  const [given] = useState(query.get('token')?.trim() ?? '');
  const [typed, setTyped] = useState(given);
  const [joining, setJoining] = useState<{ without?: string }>();
  const check = useInvitationCheck(typed);
  const [sent, setSent] = useState<Sent>();
  const token = typed.trim();
  if (joining) return <Joining token={token} skipTo={paths.home()} {...joining} />;
  if (sent) return <CheckYourEmail sent={sent} token={token} />;
  const below = (
    <>
      {state !== 'known' && (
        <PanelLink to={paths.signIn({ token })}>
          <Trans>Already have an account? Sign in</Trans>
        </PanelLink>
      )}
      <PanelLink to={paths.home()}>
        <Trans>Back to Home</Trans>
      </PanelLink>
    </>
  );
  // The token of a link is never shown, unless it has to be corrected.
  const isByLink = given !== '' && token === given;
  if (isByLink && check.kind === 'checking') {
    return (
      <AccountPanel
        picture={<Skeleton className="-mt-4 mb-5 h-50 sm:mt-0" />}
        title={t`Join your organization`}
        intro={<p role="status">{invitationStatus(check)}</p>}
        below={below}
      >
        <Skeleton className="mt-7 h-14" />
        <Skeleton className="h-14" />
      </AccountPanel>
    );
  }
  if (isByLink && check.kind === 'invalid' && check.isOver) {
    return (
      <AccountPanel
        title={t`Join your organization`}
        intro={<p role="status">{check.message}</p>}
        below={
          <PanelLink to={paths.home()}>
            <Trans>Back to Home</Trans>
          </PanelLink>
        }
      >
        <p>
          <Trans>
            If you have joined before, your courses are in your account. If not, ask your organization for a new link.
          </Trans>
        </p>
        {state === 'known' ? (
          <Button to={paths.home()}>
            <Trans>Go to your courses</Trans>
          </Button>
        ) : (
          <Button to={paths.signIn()}>
            <Trans>Sign In</Trans>
          </Button>
        )}
      </AccountPanel>
    );
  }
  const isTheirs = check.kind === 'valid' && state === 'known' && (!check.email || check.email === email.toLowerCase());
  const target = { courseId: undefined, invitation: token, next: undefined };
  const join = isTheirs && <JoinAs name={name} isMain={check.email !== null} onJoin={() => setJoining({})} />;
  if (isByLink && check.kind === 'valid') {
    return (
      <AccountPanel
        picture={<CoursePicture course={check.course} />}
        title={t`Join ${check.organization}`}
        intro={<InvitedTo {...check} />}
        below={below}
      >
        {!check.email && <EmailForm token={token} check={check} onSent={setSent} />}
        {check.email && !isTheirs && (
          <Confirm
            token={token}
            email={check.email}
            onSignedIn={() => setJoining({ without: paths.home() })}
            onSent={setSent}
          />
        )}
        {join}
        <ProviderButton {...target} />
      </AccountPanel>
    );
  }
  return (
    <AccountPanel
      title={t`Join your organization`}
      intro={t`Enter the invitation token from your organization.`}
      below={below}
    >
      <EmailForm token={token} check={check} onSent={setSent}>
        <InvitationField typed={typed} onTyped={setTyped} check={check} />
      </EmailForm>
      {join}
      {check.kind === 'valid' && <ProviderButton {...target} />}
    </AccountPanel>
  );
}

const CoursePicture = ({ course }: Pick<Valid, 'course'>) => (
  <CourseThumbnail
    course={course && { ...course, visibility: 'public', isPublished: true }}
    first
    className="-mt-4 mb-5 max-h-50 rounded-lg sm:mt-0"
  />
);

const InvitedTo = ({ email, course }: Valid) => (
  <>
    <p className="mt-2 text-ink">
      {course ? (
        <Trans>
          You're invited to <b className="font-semibold">{course.title}</b>: short lessons that work offline, with a
          certificate.
        </Trans>
      ) : (
        <Trans>You're invited to short lessons that work offline, with a certificate.</Trans>
      )}
    </p>
    {email && (
      <p className="mt-2">
        <Trans>
          For <span className="font-medium text-ink">{email}</span>
        </Trans>
      </p>
    )}
  </>
);

const JoinAs = ({ name, isMain, onJoin }: { name: string; isMain: boolean; onJoin: () => void }) => (
  <Button size={isMain ? 'big' : 'normal'} variant={isMain ? 'primary' : 'secondary'} onClick={onJoin}>
    <Trans>
      Join as <bdi>{name}</bdi>
    </Trans>
  </Button>
);

function CheckYourEmail({ sent: { organization, email }, token }: { sent: Sent; token: string }) {
  if (useSignInElsewhere()) {
    return (
      <AccountPanel title={t`You're signed in`}>
        <p>
          <Trans>Your email link was opened in another tab of this browser. You can close this one.</Trans>
        </p>
        <Button to={paths.home()}>
          <Trans>Go to your courses</Trans>
        </Button>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title={t`Check Your Email`}>
      <SuccessNote>
        <Trans>Magic link sent! Check your email to join {organization}.</Trans>
      </SuccessNote>
      <p className="text-ink-soft">
        <Trans>The link in the email signs you in and adds you to the organization.</Trans>
      </p>
      <CodeSignIn email={email} purpose="email" invitation={token} />
      <Button to={paths.home()} variant="secondary">
        <Trans>Return to Home</Trans>
      </Button>
    </AccountPanel>
  );
}

type ConfirmProps = {
  token: string;
  /** The only address that the invitation is for. */
  email: string;
  onSignedIn: () => void;
  /** Where the auth service mails the link itself. */
  onSent: (sent: Sent) => void;
};

/** The tap that uses a mailed invitation up: programs that look through mails open its address, but press nothing. */
function Confirm({ token, email, onSignedIn, onSent }: ConfirmProps) {
  const { state, name } = useActiveUser();
  const navigate = useNavigate();
  const accept = async () => {
    const { link, userExists, organization } = await call(
      publicServer.enterprise['accept-invitation'].$post({ json: { invitationToken: token } }),
    );
    if (userExists) {
      storeInvitation(token);
      void navigate(paths.signIn({ add: state === 'known' }), { state: { email } });
    } else if (link && isLinkType(link.type)) {
      await followLink({ kind: 'link', tokenHash: link.tokenHash, type: link.type });
      onSignedIn();
    } else onSent({ organization, email });
  };
  return (
    <>
      {state === 'known' && (
        <p className="text-ink-soft">
          <Trans>You're signed in as {name}, who stays on this device.</Trans>
        </p>
      )}
      <ActButton size="big" act={accept} verb={t`Confirm and start`} busyVerb={t`Signing you in...`} />
    </>
  );
}

type EmailFormProps = {
  token: string;
  check: InvitationCheck;
  onSent: (sent: Sent) => void;
  /** The field for the token, where it is typed. */
  children?: ReactNode;
};

/** The email for the link, and the button that sends it. */
function EmailForm({ token, check, onSent, children }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const redirectLater = useLaterRedirect();

  const address = typedEmail(email);
  const failed = (title: string, description: string) => toast({ title, description, variant: 'destructive' });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!token) return failed(t`Invitation Token Required`, t`Please enter your invitation token`);
    if (check.kind !== 'valid') return;
    if (!address) return failed(t`Email Required`, t`Please enter your email address`);
    setBusy(true);
    try {
      const json = { email: address, invitationToken: token };
      const { organization, userExists, redirectTo } = await call(
        publicServer.enterprise['magic-link-with-invitation'].$post({ json }),
      );
      if (userExists) {
        toast({
          title: t`Account Already Exists`,
          description: t`You already have an account. Please sign in to join ${organization}.`,
        });
        const to = redirectTo ?? '';
        return redirectLater(isOwnAddress(to) ? to : paths.auth({ mode: 'signin' }));
      }
      toast({ title: t`Magic Link Sent!` });
      onSent({ organization, email: address });
    } catch (failure) {
      if (isUnreachable(failure))
        failed(t`Network Error`, t`Unable to send magic link. Please check your connection and try again.`);
      else failed(t`Failed to Send Link`, failureMessage(failure, t`Unable to send magic link. Please try again.`));
    }
    setBusy(false);
  };

  const isDeferred = token !== '' && check.kind !== 'valid' && check.kind !== 'invalid';
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      {children}
      {check.kind === 'valid' && (
        <EmailField email={email} onEmail={setEmail} autoComplete="email" placeholder={t`name@company.com`} />
      )}
      {check.kind === 'failed' && (
        <Button variant="secondary" onClick={check.again}>
          <Trans>Check again</Trans>
        </Button>
      )}
      {isDeferred ? (
        <Button size="big" disabled>
          <Trans>Validation Deferred</Trans>
        </Button>
      ) : (
        <Button type="submit" size="big" disabled={busy || check.kind === 'invalid'}>
          {busy ? t`Sending...` : t`Send Magic Link`}
        </Button>
      )}
      {check.kind === 'valid' && (
        <p className="flex gap-2 text-ink-soft text-sm">
          <Mail aria-hidden className="size-5 shrink-0" />
          <Trans>We'll email you a link that signs you in. No password needed.</Trans>
        </p>
      )}
    </form>
  );
}

const EXISTS_REDIRECT_MS = 2000;

/** Opens a path after 2 s, unless the page is left before. */
function useLaterRedirect(): (to: string) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (to) => {
    timer.current = setTimeout(() => void navigate(to), EXISTS_REDIRECT_MS);
  };
}

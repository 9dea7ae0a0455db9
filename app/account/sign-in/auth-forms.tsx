import { CloudOff, Mail, RectangleEllipsis } from 'lucide-react';
import { useState } from 'react';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { type DeviceUserEntry, switchUser, useDeviceUsers } from '../../device/use-device-users.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { AccountPanel, PanelLink } from '../account-panel.tsx';
import { AttemptForm, EmailField, type EmailProps, useAttempt } from '../attempt-form.tsx';
import { PinForm } from '../shared-device/pin-form.tsx';
import { UserRow } from '../shared-device/user-row.tsx';
import { CourseBanner, InvitationBanner } from './auth-banners.tsx';
import { type AuthAddress, type AuthMode, authAddress } from './auth-modes.ts';
import { InvitationField, useInvitationCheck } from './invitation-check.tsx';
import { PasswordSignInForm } from './password-sign-in-form.tsx';
import { mailMagicLink, mailPasswordReset } from './sign-in.ts';
import { SignUpForm } from './sign-up-form.tsx';

/** The people of this device: who is still signed in goes on with one tap or a PIN, the others' address is filled in. */
function PeopleHere({ onEmail }: { onEmail: (email: string) => void }) {
  const navigate = useNavigate();
  const people = useDeviceUsers();
  const [asked, setAsked] = useState<DeviceUserEntry>();
  if (people.length === 0) return null;
  const goOn = async ({ userId }: DeviceUserEntry) => {
    await switchUser(userId);
    void navigate(paths.home(), { replace: true });
  };
  const choose = (person: DeviceUserEntry) => {
    if (!person.isSignedIn) return onEmail(person.email);
    if (person.pin) return setAsked(person);
    void goOn(person);
  };
  const byPassword = ({ email }: DeviceUserEntry) => {
    setAsked(undefined);
    onEmail(email);
  };
  return (
    <section aria-labelledby="people-here" className="border-line border-b pb-5">
      <h2 id="people-here" className="mb-2 font-medium">
        On this device
      </h2>
      {asked ? (
        <PinForm
          person={asked}
          onRight={() => void goOn(asked)}
          onPassword={() => byPassword(asked)}
          onBack={() => setAsked(undefined)}
        />
      ) : (
        <ul className="flex flex-col gap-2">
          {people.map((person) => (
            <li key={person.userId}>
              <UserRow person={person} signedIn="Signed in here" onChoose={() => choose(person)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type MagicLinkFormProps = EmailProps & { courseId: number | undefined; invitation: string | undefined };

/** A link by mail instead of a password; with an organization's invitation token it also joins. */
function MagicLinkForm({ email, onEmail, courseId, invitation }: MagicLinkFormProps) {
  const [typed, setTyped] = useState(invitation ?? '');
  const check = useInvitationCheck(typed);
  const address = email.trim();
  const token = typed.trim();
  const send = async () => {
    if (check.kind === 'invalid') throw new Error(check.words);
    if (token && check.kind === 'unchecked') throw new Error('Invalid invitation token');
    await mailMagicLink(address, { ...(courseId && { courseId }), ...(token && { invitation: token }) });
    return check.kind === 'valid'
      ? `Magic link sent! Check your email to join ${check.organization}.`
      : 'Magic link sent! Check your email.';
  };
  return (
    <AttemptForm
      attempt={useAttempt()}
      isReady={address !== ''}
      send={send}
      verb="Send Magic Link"
      busyVerb="Sending..."
    >
      <EmailField email={email} onEmail={onEmail} />
      <InvitationField isOptional typed={typed} onTyped={setTyped} check={check} />
    </AttemptForm>
  );
}

const FACES: Record<AuthMode, { heading: string; intro: string }> = {
  signup: { heading: 'Get Started', intro: 'Create your account: free, no credit card.' },
  signin: { heading: 'Welcome Back', intro: 'Sign in to go on with your training.' },
  reset: { heading: 'Reset Password', intro: 'We will send you a link to choose a new password.' },
};

type AuthFormsProps = {
  address: AuthAddress;
  /** The invitation that this tab keeps. */
  invitation: string | undefined;
  /** Set while this screen's own password form signs in. */
  isOwn: { current: boolean };
  /** Told of the invitation that is still worth using. */
  onSignedIn: (invitation: string | undefined) => void;
};

function ModeLinks({ address }: { address: AuthAddress }) {
  const { state, name } = useActiveUser();
  return (
    <>
      {address.mode === 'signup' && (
        <PanelLink to={authAddress('signin', address)}>Already have an account? Sign in</PanelLink>
      )}
      {address.mode === 'signin' && (
        <>
          <PanelLink to={authAddress('reset', address)}>Forgot password?</PanelLink>
          <PanelLink to={authAddress('signup', address)}>Need an account? Sign up</PanelLink>
        </>
      )}
      {address.mode === 'reset' && <PanelLink to={authAddress('signin', address)}>Back to sign in</PanelLink>}
      {address.isAdding && state === 'known' && <PanelLink to={paths.home()}>Go on as {name}</PanelLink>}
    </>
  );
}

/** Asks for the mail by which a new password can be set. */
function ResetMailForm({ email, onEmail }: EmailProps) {
  const address = email.trim();
  const send = async () => {
    await mailPasswordReset(address);
    return 'Password reset email sent!';
  };
  return (
    <AttemptForm
      attempt={useAttempt()}
      isReady={address !== ''}
      send={send}
      verb="Send Reset Email"
      busyVerb="Sending..."
    >
      <EmailField email={email} onEmail={onEmail} />
    </AttemptForm>
  );
}

/** The address of somebody who was chosen elsewhere: only their password is missing. */
function useChosenEmail(): string {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null && typeof state.email === 'string' ? state.email : '';
}

/** The forms of the three modes. The typed address stays when the mode changes, a password never does. */
export function AuthForms({ address, invitation, isOwn, onSignedIn }: AuthFormsProps) {
  const { mode, courseId } = address;
  const [email, setEmail] = useState(useChosenEmail());
  const [way, setWay] = useState<'password' | 'link'>('password');
  const [chosen, setChosen] = useState(0);
  const { isOffline } = useConnection();
  const navigate = useNavigate();
  const check = useInvitationCheck(invitation ?? '');
  const { heading, intro } = FACES[mode];
  const fields = { email, onEmail: setEmail };
  const isByLink = mode !== 'reset' && way === 'link';
  // What is known to be of no use, or too short to be asked about, is not sent along.
  const usable = check.kind === 'invalid' || check.kind === 'unchecked' ? undefined : invitation;
  // The guard leads here too, so people of this device may meet the sign-up first.
  const choose = (typed: string) => {
    setEmail(typed);
    setWay('password');
    setChosen((times) => times + 1);
    // The same path: another page's heading would take the focus from the password.
    if (mode !== 'signin') void navigate(paths.auth({ mode: 'signin', courseId, add: address.isAdding }));
  };
  return (
    <AccountPanel title={heading} intro={intro} below={<ModeLinks address={address} />}>
      {mode !== 'reset' && !isByLink && <InvitationBanner check={check} />}
      {mode === 'signup' && courseId !== undefined && <CourseBanner courseId={courseId} />}
      {mode !== 'reset' && <PeopleHere onEmail={choose} />}
      {isOffline && (
        <p role="status" className="flex items-center gap-3 rounded-md bg-sunken px-4 py-3">
          <CloudOff aria-hidden className="size-5 shrink-0 text-ink-soft" />
          You are offline. Signing in with a password or a link needs the network.
        </p>
      )}
      {isByLink && <MagicLinkForm key="link" {...fields} courseId={courseId} invitation={usable} />}
      {!isByLink && mode === 'signup' && <SignUpForm key="up" {...fields} courseId={courseId} invitation={usable} />}
      {!isByLink && mode === 'signin' && (
        <PasswordSignInForm key="in" {...fields} chosen={chosen} isOwn={isOwn} onSignedIn={() => onSignedIn(usable)} />
      )}
      {mode === 'reset' && <ResetMailForm key="reset" {...fields} />}
      {mode !== 'reset' && (
        <>
          <p
            aria-hidden
            className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line"
          >
            or
          </p>
          <Button variant="secondary" onClick={() => setWay(isByLink ? 'password' : 'link')}>
            {isByLink ? <RectangleEllipsis aria-hidden className="size-5" /> : <Mail aria-hidden className="size-5" />}
            {isByLink ? 'Use a password' : 'Use a magic link'}
          </Button>
        </>
      )}
    </AccountPanel>
  );
}

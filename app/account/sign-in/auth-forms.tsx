import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CloudOff, GraduationCap, IdCard, Mail, RectangleEllipsis } from 'lucide-react';
import { useState } from 'react';
import { hasAddress, typedEmail } from '#sync/contract/email.ts';
import { toasts } from '../../api/messages.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { chosenUser, type DeviceUserEntry, useAllDeviceUsers } from '../../device/use-device-users.ts';
import { usePull } from '../../device/use-pull.ts';
import { idInPath, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { AccountPanel, PanelLink } from '../account-panel.tsx';
import { PeopleHere } from '../shared-device/people-here.tsx';
import { InvitationBanner, useInvitationCheck } from './invitation-check.tsx';
import { LookAround } from './look-around.tsx';
import { ProviderButton } from './provider-button.tsx';
import { MagicLinkForm, PasswordSignInForm, ResetMailForm, SignUpForm } from './sign-in-forms.tsx';

export type AuthMode = 'signup' | 'signin' | 'reset';

const MODES: readonly AuthMode[] = ['signup', 'signin', 'reset'];

export type AuthAddress = {
  mode: AuthMode;
  courseId: number | undefined;
  /** Another user is being added to this device, beside the active one. */
  isAdding: boolean;
};

/** Reads the query; without a `mode` parameter the path decides: `byPath`. */
export function readAuthAddress(query: URLSearchParams, byPath: AuthMode): AuthAddress {
  const mode = MODES.find((known) => known === query.get('mode')) ?? byPath;
  return { mode, courseId: idInPath(query.get('courseId') ?? undefined), isAdding: query.get('add') === 'true' };
}

/** The address of another mode, with the other parameters kept. */
export function authAddress(mode: AuthMode, { courseId, isAdding }: AuthAddress): string {
  if (mode === 'signin') return paths.signIn({ courseId, add: isAdding });
  return paths.auth({ courseId, add: isAdding, ...(mode === 'reset' && { mode }) });
}

/** The course a visitor wants to take, if it is public (R-A3). */
function CourseBanner({ courseId }: { courseId: number }) {
  const engine = useEngine();
  usePull(() => engine.pullCatalog(), [engine]);
  const course = useLiveQuery(() => engine.replica.courses.get(courseId), [engine, courseId]);
  if (course?.visibility !== 'public') return null;
  return (
    <div className="flex gap-3 rounded-md bg-sunken px-4 py-3">
      <GraduationCap aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
      <div className="min-w-0">
        <p dir="auto" className="font-semibold">
          <bdi>{course.title}</bdi>
        </p>
        <p dir="auto" className="line-clamp-2 text-ink-soft text-sm">
          {course.description}
        </p>
      </div>
    </div>
  );
}

const HEADINGS: Record<AuthMode, { heading: string; intro: string }> = {
  signup: { heading: t`Get Started`, intro: t`Free. No credit card needed.` },
  signin: { heading: t`Welcome Back`, intro: t`Sign in to continue your training.` },
  reset: { heading: t`Reset Password`, intro: t`We will send you a link to choose a new password.` },
};

const ADDING = { heading: t`Add another person`, intro: t`They sign in here. Everyone else stays signed in.` };
const CHOSEN = { heading: t`Welcome Back`, intro: t`Sign in to continue. Everyone else stays signed in.` };

type AuthFormsProps = {
  address: AuthAddress;
  /** The invitation stored for this tab. */
  invitation: string | undefined;
  /** The page that asked for a sign-in, opened after it. */
  from: string | undefined;
  /** Called with the invitation, if it can still be used, and the page to open where that is decided. */
  onSignedIn: (invitation: string | undefined, to?: string) => void;
};

function ModeLinks({ address }: { address: AuthAddress }) {
  const { state, name } = useActiveUser();
  return (
    <>
      {address.mode === 'signup' && (
        <PanelLink to={authAddress('signin', address)}>
          <Trans>Already have an account? Sign in</Trans>
        </PanelLink>
      )}
      {address.mode === 'signin' && (
        <PanelLink to={authAddress('signup', address)}>
          <Trans>Need an account? Sign up</Trans>
        </PanelLink>
      )}
      {address.mode === 'reset' && (
        <PanelLink to={authAddress('signin', address)}>
          <Trans>Back to sign in</Trans>
        </PanelLink>
      )}
      {address.isAdding && state === 'known' && (
        <PanelLink to={paths.home()}>
          <Trans>
            Continue as <bdi>{name}</bdi>
          </Trans>
        </PanelLink>
      )}
    </>
  );
}

/** A user who was chosen on another screen, as `chosenUser` says it, and whether the guard sends them because their session has ended. */
function useChosen(): { email: string; byLink: boolean; hasEnded: boolean } {
  const { state } = useLocation();
  if (typeof state !== 'object' || state === null) return NO_ONE;
  const email = typeof state.email === 'string' ? state.email : '';
  return { email, byLink: state.byLink === true, hasEnded: state.hasEnded === true };
}

const NO_ONE = { email: '', byLink: false, hasEnded: false };

/** The forms of the three modes. The typed address stays when the mode changes, a password never does. */
export function AuthForms({ address, invitation, from, onSignedIn }: AuthFormsProps) {
  const { mode, courseId } = address;
  const chosen = useChosen();
  const people = useAllDeviceUsers();
  const [email, setEmail] = useState(chosen.email);
  const [way, setWay] = useState<'password' | 'link'>(chosen.byLink ? 'link' : 'password');
  const [chosenTimes, setChosenTimes] = useState(0);
  const [isAtPin, setAtPin] = useState(false);
  const { isOffline } = useConnection();
  const navigate = useNavigate();
  const check = useInvitationCheck(invitation ?? '');
  const adding = chosen.email ? CHOSEN : ADDING;
  const { heading, intro } = address.isAdding && mode === 'signin' ? adding : HEADINGS[mode];
  const fields = { email, onEmail: setEmail };
  const isByLink = mode !== 'reset' && way === 'link';
  const typed = typedEmail(email).toLowerCase();
  const isKnown = typed !== '' && [chosen, ...(people ?? [])].some((one) => one.email === typed);
  // An invalid invitation, or one too short to be checked, is not sent along.
  const usableInvitation = check.kind === 'invalid' || check.kind === 'unchecked' ? undefined : invitation;
  const context = { courseId, invitation: usableInvitation, next: from };
  // The guard leads here too, so users of this device may see the sign-up form first.
  const choose = (user: DeviceUserEntry) => {
    if (!hasAddress(user.email)) return void navigate(paths.card(), { state: chosenUser(user) });
    setEmail(user.email);
    setWay(user.signsInByLink ? 'link' : 'password');
    setChosenTimes((times) => times + 1);
    // Stays on the same path: the heading of a new page would take the focus from the password field.
    if (mode !== 'signin') void navigate(paths.auth({ mode: 'signin', courseId, add: address.isAdding }));
  };
  return (
    <div className="flex grow flex-col lg:flex-row">
      <AccountPanel title={heading} intro={intro} below={<ModeLinks address={address} />}>
        {mode === 'signin' && chosen.hasEnded && (
          <div role="alert" className="rounded-md bg-sunken px-4 py-3">
            <p className="font-semibold">{toasts.sessionExpired.title}</p>
            <p className="text-ink-soft">{toasts.sessionExpired.description}</p>
          </div>
        )}
        {mode !== 'reset' && !isByLink && <InvitationBanner check={check} />}
        {mode === 'signup' && courseId !== undefined && <CourseBanner courseId={courseId} />}
        {mode !== 'reset' && <PeopleHere home={from ?? paths.home()} onUser={choose} onPin={setAtPin} />}
        {/* The fields may hold the address of someone else. */}
        <div className={isAtPin ? 'hidden' : 'contents'}>
          {isOffline && (
            <p role="status" className="flex items-center gap-3 rounded-md bg-sunken px-4 py-3">
              <CloudOff aria-hidden className="size-5 shrink-0 text-ink-soft" />
              <Trans>You're offline. Signing in with a password or a link needs a connection.</Trans>
            </p>
          )}
          {isByLink && <MagicLinkForm key="link" {...fields} {...context} isKnown={isKnown} />}
          {!isByLink && mode === 'signup' && <SignUpForm key="up" {...fields} {...context} />}
          {!isByLink && mode === 'signin' && (
            <PasswordSignInForm
              key="in"
              {...fields}
              chosenTimes={chosenTimes}
              forgotten={
                <PanelLink to={authAddress('reset', address)}>
                  <Trans>Forgot password?</Trans>
                </PanelLink>
              }
              onSignedIn={() => onSignedIn(usableInvitation)}
            />
          )}
          {mode === 'reset' && <ResetMailForm key="reset" {...fields} />}
          {mode !== 'reset' && (
            <>
              <p
                aria-hidden
                className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line"
              >
                <Trans>or</Trans>
              </p>
              <Button
                variant="secondary"
                className="min-h-action!"
                onClick={() => setWay(isByLink ? 'password' : 'link')}
              >
                {isByLink ? (
                  <RectangleEllipsis aria-hidden className="size-5" />
                ) : (
                  <Mail aria-hidden className="size-5" />
                )}
                {isByLink ? t`Use a password` : t`Use a magic link`}
              </Button>
              <Button variant="secondary" icon={IdCard} className="min-h-action!" to={paths.card()}>
                <Trans>No email? Use a card</Trans>
              </Button>
              <ProviderButton {...context} />
            </>
          )}
        </div>
      </AccountPanel>
      {mode === 'signin' && !address.isAdding && !invitation && (
        <LookAround onSignedIn={(to) => onSignedIn(undefined, to)} />
      )}
    </div>
  );
}

// The code of an email, typed on the device that asked for it: an emailed link opens in another browser than an installed app.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { typedEmail } from '#sync/contract/email.ts';
import { isRefusal } from '../../api/messages.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { paths } from '../../paths.ts';
import { Navigate } from '../../ui/router.ts';
import { CodeFieldForm } from '../account-form.tsx';
import { allowNewPassword, type CodePurpose, signInWithCode } from './sign-in.ts';

const WRONG_CODE = t`Wrong or expired code. Check your newest email, or ask for a new one.`;

type CodeFormProps = {
  email: string;
  purpose: CodePurpose;
  label?: string;
  verb?: string;
  /** The user who is signed in now; undefined after the first of two codes. Throws what is then shown. */
  onVerified: (userId: string | undefined) => void;
};

export function CodeForm({ email, purpose, label = t`Code from the email`, ...props }: CodeFormProps) {
  const { verb = t`Continue`, onVerified } = props;
  const send = async (code: string) => {
    const userId = await signInWithCode(typedEmail(email), code, purpose).catch((failure: unknown) => {
      throw isRefusal(failure) ? new Error(WRONG_CODE) : failure;
    });
    onVerified(userId);
  };
  const hint = '6 digits. Use the code instead of the link if you read your email on another device.';
  return <CodeFieldForm label={label} hint={hint} verb={verb} send={send} />;
}

/**
 * The history state of a page that one of these forms opens: whoever typed a password or a code beside an invitation has agreed
 * to join. No link can bring it along.
 */
export const AGREED = 'agreed';

/** Opens the next page once the app knows that this user is the active one. */
export function GoOn({ userId, to }: { userId: string; to: string }) {
  const active = useActiveUser();
  return active.state === 'known' && active.userId === userId && <Navigate to={to} state={AGREED} replace />;
}

type CodeSignInProps = {
  email: string;
  purpose: 'email' | 'recovery';
  courseId?: number | undefined;
  invitation?: string | undefined;
  next?: string | undefined;
};

/** The code signs in, and the page continues as the link would have. */
export function CodeSignIn({ email, purpose, ...context }: CodeSignInProps) {
  const [verified, setVerified] = useState<string>();
  const to = purpose === 'recovery' ? paths.resetPassword() : paths.authCallback(context);
  const goOn = (signedIn: string | undefined) => {
    if (signedIn && purpose === 'recovery') allowNewPassword(signedIn);
    setVerified(signedIn);
  };
  return (
    <div className="border-line border-t pt-4">
      {verified && <GoOn userId={verified} to={to} />}
      <CodeForm email={email} purpose={purpose} onVerified={goOn} />
    </div>
  );
}

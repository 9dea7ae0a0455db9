import { useState } from 'react';
import { texts, toasts } from '../messages.ts';
import { paths } from '../paths.ts';
import { usePerson } from '../person.tsx';
import { Navigate, useNavigate } from '../router.ts';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.tsx';
import { useToast } from '../ui/toast.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The screen of /auth and /auth/signin. Opened by someone already signed in, it leads home (decisions 17). */
export function SignInPage() {
  usePageTitle('Sign in');
  const { state } = usePerson();
  const navigate = useNavigate();
  const toast = useToast();
  const [error, setError] = useState<string>();

  const signIn = async (email: string, password: string) => {
    setError(undefined);
    try {
      const { signInWithPassword } = await import('./session.ts');
      await signInWithPassword(email, password);
      toast(toasts.signedIn);
      void navigate(paths.home(), { replace: true });
    } catch (failure) {
      setError(failure instanceof Error && failure.message ? failure.message : texts.authFallback);
    }
  };

  if (state === 'known') return <Navigate to={paths.home()} replace />;
  return (
    <div className="mx-auto w-full max-w-md px-4 py-8 sm:py-16">
      <Card className="p-6 sm:p-8">
        <h1 className="font-semibold text-2xl">Welcome Back</h1>
        <p className="mt-1 mb-6 text-ink-soft">Sign in to go on with your training.</p>
        <SignInForm onSignIn={signIn} error={error} />
      </Card>
      <p className="mt-4 px-2 text-center text-ink-soft text-sm">
        Once signed in, you can train without a network: your work is kept on this device and sent later.
      </p>
    </div>
  );
}

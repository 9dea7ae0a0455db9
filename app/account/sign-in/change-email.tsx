// The user's email address, and its change: a code (or link) sent to each of both addresses confirms it.
import { useEffect, useState } from 'react';
import { isEmail } from '#sync/contract/email.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { OneFieldForm } from '../account-form.tsx';
import { SuccessNote } from '../account-panel.tsx';
import { CodeForm } from './code-form.tsx';
import { mailEmailChange } from './sign-in.ts';

type ChangeEmailProps = { email: string; onChanged: () => void };

/** The section of the profile page; a change that was asked for here before continues where it was. */
export function ChangeEmail({ email, onChanged }: ChangeEmailProps) {
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    void storedSession().then((session) => {
      const pending = session?.user.new_email;
      if (typeof pending === 'string' && pending) setWanted(pending);
    });
  }, []);
  const close = () => {
    setOpen(false);
    setWanted(undefined);
  };
  return (
    <section aria-labelledby="own-email" className="flex flex-col gap-4 border-line border-t pt-4">
      <h2 id="own-email" className="font-semibold text-lg">
        Email address
      </h2>
      {wanted ? (
        <ConfirmBoth email={email} wanted={wanted} onChanged={onChanged} onOther={close} />
      ) : isOpen ? (
        <NewEmail email={email} onSent={setWanted} onClose={close} />
      ) : (
        <>
          <p className="break-words">{email}</p>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Change email
          </Button>
        </>
      )}
    </section>
  );
}

type NewEmailProps = { email: string; onSent: (wanted: string) => void; onClose: () => void };

function NewEmail({ email, onSent, onClose }: NewEmailProps) {
  const send = async (wanted: string) => {
    if (!isEmail(wanted)) throw new Error('Please enter a valid email address');
    if (wanted.toLowerCase() === email) throw new Error('This is your email address already.');
    await mailEmailChange(wanted);
    onSent(wanted);
  };
  return (
    <>
      <OneFieldForm
        autoFocus
        label="New email"
        type="email"
        name="new-email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="We'll email your current and your new address. Confirm both."
        send={send}
        fallback="Failed to change your email"
        verb="Send confirmation emails"
        busyVerb="Sending..."
      />
      <Button variant="secondary" onClick={onClose}>
        Keep {email}
      </Button>
    </>
  );
}

type ConfirmBothProps = { email: string; wanted: string; onChanged: () => void; onOther: () => void };

/** A field for the code of each address, until both are confirmed. */
function ConfirmBoth({ email, wanted, onChanged, onOther }: ConfirmBothProps) {
  const [confirmed, setConfirmed] = useState<string>();
  const toast = useToast();
  const verified = (address: string, userId: string | undefined) => {
    if (!userId) return setConfirmed(address);
    toast({ title: `Your email is now ${wanted}` });
    onChanged();
  };
  return (
    <>
      <p>
        Open the link in both emails, or enter their codes here. Until then your address stays{' '}
        <span className="break-words font-medium">{email}</span>.
      </p>
      {[email, wanted].map((address) =>
        address === confirmed ? (
          <SuccessNote key={address}>{address} is confirmed.</SuccessNote>
        ) : (
          <CodeForm
            key={address}
            email={address}
            purpose="email_change"
            label={`Code sent to ${address}`}
            verb="Confirm"
            onVerified={(userId) => verified(address, userId)}
          />
        ),
      )}
      <Button variant="secondary" onClick={onOther}>
        Use a different email
      </Button>
    </>
  );
}

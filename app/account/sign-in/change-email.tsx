// The user's email address, and its change: a code (or link) sent to each of both addresses confirms it.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { hasAddress, isEmail } from '#sync/contract/email.ts';
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
        <Trans>Email address</Trans>
      </h2>
      {wanted ? (
        <ConfirmBoth email={email} wanted={wanted} onChanged={onChanged} onOther={close} />
      ) : isOpen ? (
        <NewEmail email={email} onSent={setWanted} onClose={close} />
      ) : (
        <>
          <p className="break-words">
            {hasAddress(email) ? email : <Trans>None yet. With one you can sign in by email, and get reminders.</Trans>}
          </p>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {hasAddress(email) ? <Trans>Change email</Trans> : <Trans>Add an email address</Trans>}
          </Button>
        </>
      )}
    </section>
  );
}

type NewEmailProps = { email: string; onSent: (wanted: string) => void; onClose: () => void };

function NewEmail({ email, onSent, onClose }: NewEmailProps) {
  const send = async (wanted: string) => {
    if (!isEmail(wanted)) throw new Error(t`Please enter a valid email address`);
    if (wanted.toLowerCase() === email) throw new Error(t`This is your email address already.`);
    await mailEmailChange(wanted);
    onSent(wanted);
  };
  return (
    <>
      <OneFieldForm
        autoFocus
        label={t`New email`}
        type="email"
        name="new-email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          hasAddress(email)
            ? t`We'll email your current and your new address. Confirm both.`
            : t`We'll email it a code that confirms it.`
        }
        send={send}
        fallback={t`Failed to change your email`}
        verb={t`Send confirmation emails`}
        busyVerb={t`Sending...`}
      />
      <Button variant="secondary" onClick={onClose}>
        {hasAddress(email) ? <Trans>Keep {email}</Trans> : <Trans>Not now</Trans>}
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
    toast({ title: t`Your email is now ${wanted}` });
    onChanged();
  };
  return (
    <>
      <p>
        {hasAddress(email) ? (
          <Trans>
            Open the link in both emails, or enter their codes here. Until then your address stays{' '}
            <span className="break-words font-medium">{email}</span>.
          </Trans>
        ) : (
          <Trans>Open the link in the email, or enter its code here.</Trans>
        )}
      </p>
      {[email, wanted].filter(hasAddress).map((address) =>
        address === confirmed ? (
          <SuccessNote key={address}>
            <Trans>{address} is confirmed.</Trans>
          </SuccessNote>
        ) : (
          <CodeForm
            key={address}
            email={address}
            purpose="email_change"
            label={t`Code sent to ${address}`}
            verb={t`Confirm`}
            onVerified={(userId) => verified(address, userId)}
          />
        ),
      )}
      <Button variant="secondary" onClick={onOther}>
        <Trans>Use a different email</Trans>
      </Button>
    </>
  );
}

// Organization, sign-in name and password: the sign-in of people without an email address who have chosen a password.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { call, publicServer } from '../../api/client.ts';
import { failureCode } from '../../api/messages.ts';
import { useAllDeviceUsers } from '../../device/use-device-users.ts';
import { Field } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { AccountForm } from '../account-form.tsx';
import { signInWithPassword } from './sign-in.ts';

type NameSignInFormProps = {
  /** The sign-in name of a person of this device who was chosen; '' for anybody. */
  name: string;
  onSignedIn: () => void;
};

export function NameSignInForm({ name: given, onSignedIn }: NameSignInFormProps) {
  const people = useAllDeviceUsers();
  // Whoever was here has told where they belong, and most devices belong to one organization.
  const known = (people?.find(({ email }) => email === given) ?? people?.[0])?.profile?.organization?.name ?? '';
  const [organization, setOrganization] = useState<string>();
  const [name, setName] = useState(given);
  const [password, setPassword] = useState('');
  const place = organization ?? known;
  const send = async () => {
    const json = { organization: place, name };
    const { account } = await call(publicServer.auth['sign-in-name'].$post({ json }));
    await signInWithPassword(account, password).catch((failure: unknown) => {
      throw failureCode(failure) === 'invalid_credentials'
        ? new Error(t`Wrong organization, sign-in name or password.`)
        : failure;
    });
    onSignedIn();
  };
  return (
    <AccountForm
      isReady={place.trim() !== '' && name.trim() !== '' && password !== ''}
      send={send}
      verb={t`Sign In`}
      busyVerb={t`Signing in...`}
    >
      <Field
        label={t`Organization`}
        name="organization"
        autoComplete="organization"
        value={place}
        onChange={(event) => setOrganization(event.target.value)}
      />
      <Field
        label={t`Sign-in name`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="amina.k"
        hint={t`It is on your card, and on your page under Me.`}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </AccountForm>
  );
}

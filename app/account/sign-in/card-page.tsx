// /card: how people without an email address sign in (decision 360), by the code of their card or by name and password.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { IdCard, KeyRound } from 'lucide-react';
import { useCallback, useState } from 'react';
import { CARD_LENGTH, readCardCode } from '#sync/contract/crew.ts';
import { newId } from '#sync/new-id.ts';
import { call, publicServer } from '../../api/client.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useLocation, useNavigate } from '../../ui/router.ts';
import { Scanner } from '../../ui/scanner.tsx';
import { useToast } from '../../ui/toast.tsx';
import { AccountForm, ActButton, useFormSubmission } from '../account-form.tsx';
import { AccountPanel, PanelLink } from '../account-panel.tsx';
import { FirstUse } from './first-use.tsx';
import { isLinkType } from './mailed-link.ts';
import { NameSignInForm } from './name-sign-in-form.tsx';
import { followLink } from './sign-in.ts';

/** A person of this device without an address, who was chosen on another screen. */
function useChosen(): { name: string; byLink: boolean } {
  const { state } = useLocation();
  const { email, byLink } = (state ?? {}) as { email?: unknown; byLink?: unknown };
  return { name: typeof email === 'string' ? email : '', byLink: byLink === true };
}

export function CardPage() {
  usePageTitle(t`Sign in without email`);
  const { state, name } = useActiveUser();
  const { isOffline } = useConnection();
  const chosen = useChosen();
  const navigate = useNavigate();
  const toast = useToast();
  const [way, setWay] = useState<'card' | 'password'>(chosen.name && !chosen.byLink ? 'password' : 'card');
  const [isNew, setNew] = useState(false);
  const home = () => void navigate(paths.home(), { replace: true });
  if (isNew) return <FirstUse onDone={home} />;
  const stays = state === 'known' && (
    <p className="text-ink-soft">
      <Trans>{name} stays signed in on this device.</Trans>
    </p>
  );
  const offline = isOffline && (
    <p role="status">
      <Trans>You're offline. Signing in needs a connection.</Trans>
    </p>
  );
  const below = (
    <>
      <PanelLink to={paths.signIn()}>
        <Trans>Sign in with an email address</Trans>
      </PanelLink>
      <PanelLink to={paths.home()}>
        <Trans>Back to Home</Trans>
      </PanelLink>
    </>
  );
  if (way === 'password') {
    return (
      <AccountPanel title={t`Welcome Back`} intro={t`Sign in with your name and your password.`} below={below}>
        {offline}
        {stays}
        <NameSignInForm
          name={chosen.name}
          onSignedIn={() => {
            toast({ title: t`Signed in successfully!` });
            home();
          }}
        />
        <Button variant="secondary" icon={IdCard} onClick={() => setWay('card')}>
          <Trans>Use a card</Trans>
        </Button>
      </AccountPanel>
    );
  }
  return (
    <AccountPanel title={t`Sign in with your card`} intro={t`No email needed. A card works once.`} below={below}>
      {offline}
      {stays}
      <CardForm onSignedIn={() => setNew(true)} />
      <Button variant="secondary" icon={KeyRound} onClick={() => setWay('password')}>
        <Trans>Use name and password</Trans>
      </Button>
    </AccountPanel>
  );
}

/** The code in the address waits for a tap; without one it is scanned or typed. */
function CardForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [linked, setLinked] = useState(() => readCardCode(hash.slice(1)));
  const [typed, setTyped] = useState('');
  // The same for all tries of this page: an answer may get lost on the way, and then the card is not spent for nothing.
  const [attempt] = useState(newId);
  const submission = useFormSubmission();
  const { run } = submission;
  const use = useCallback(
    async (text: string) => {
      const code = readCardCode(text);
      if (!code)
        throw new Error(t`This is not the code of a card. It has eight letters and digits, such as KR7M 4TQX.`);
      const { link } = await call(publicServer.auth.card.$post({ json: { code, attempt } }));
      if (isLinkType(link.type)) await followLink({ kind: 'link', tokenHash: link.tokenHash, type: link.type });
      onSignedIn();
    },
    [attempt, onSignedIn],
  );
  const scanned = useCallback((text: string) => void run(() => use(text)), [run, use]);
  if (linked) {
    const other = () => {
      setLinked(undefined);
      void navigate(pathname, { replace: true });
    };
    return (
      <>
        <ActButton
          size="big"
          verb={t`Sign in with this card`}
          busyVerb={t`Signing you in...`}
          act={() => use(linked)}
        />
        <Button variant="quiet" onClick={other}>
          <Trans>Use another card</Trans>
        </Button>
      </>
    );
  }
  return (
    <>
      <Scanner
        isPaused={submission.busy}
        refused={t`The camera can't be used. Allow it in the settings of your browser, or type the code.`}
        onCode={scanned}
      />
      <AccountForm
        submission={submission}
        isReady={typed.trim().length >= CARD_LENGTH}
        send={() => use(typed)}
        verb={t`Sign In`}
        busyVerb={t`Signing you in...`}
      >
        <Field
          label={t`Code on your card`}
          name="card-code"
          placeholder="KR7M 4TQX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="[&_input]:font-mono [&_input]:uppercase [&_input]:tracking-widest [&_input]:placeholder:tracking-widest"
        />
      </AccountForm>
      <p className="text-ink-soft">
        <Trans>No card, or it doesn't work? Your admin can give you a new one.</Trans>
      </p>
    </>
  );
}

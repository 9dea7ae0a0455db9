// What opens somebody's account on a tablet of their organization: their PIN, or the code of their card and then a new PIN.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { CARD_LENGTH, readCardCode } from '#sync/contract/crew.ts';
import { noteCardUsed, noteOpened, readRoster } from '#sync/extras/enrolled-tablet.ts';
import { setPin } from '#sync/extras/pin.ts';
import { seedPerson } from '#sync/extras/tablet-content.ts';
import type { DeviceUser } from '#sync/store/device.ts';
import { device } from '../../device/device.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Scanner } from '../../ui/scanner.tsx';
import { AccountForm, useFormSubmission } from '../account-form.tsx';
import { PinForm, PinPad, usePinTry } from './pin-form.tsx';

type TabletPanelProps = {
  person: DeviceUser;
  onOpen: () => void;
  /** They sign in by the server instead. */
  onSignIn: () => void;
  onBack: () => void;
};

/** Gives them what the tablet has for them, and opens their account. */
async function openAccount({ userId }: DeviceUser): Promise<void> {
  const person = (await readRoster(device)).find(({ id }) => id === userId);
  // Without room for all of it they go on with what is here.
  if (person)
    await seedPerson(device, person).catch((failure) => console.warn('Not everything could be copied.', failure));
  await noteOpened(device, userId);
}

export function TabletPanel({ person, onOpen, onSignIn, onBack }: TabletPanelProps) {
  const [step, setStep] = useState<'pin' | 'card' | 'new-pin' | 'nothing'>(
    person.pin ? 'pin' : person.card ? 'card' : 'nothing',
  );
  const panel = useRef<HTMLDivElement>(null);
  // On a phone it stands below all tiles.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each step
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [step]);
  const open = async () => {
    await openAccount(person);
    onOpen();
  };
  return (
    <div
      ref={panel}
      className="safe-p animate-rise rounded-t-xl bg-surface shadow-high lg:sticky lg:top-0 lg:flex lg:h-dvh lg:w-[28rem] lg:shrink-0 lg:items-center lg:overflow-y-auto lg:rounded-none [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-0"
    >
      {step === 'pin' && (
        <PinForm
          user={person}
          onRight={() => void open()}
          onPassword={() => (person.card ? setStep('card') : onSignIn())}
        />
      )}
      {step === 'card' && <CardStep person={person} onRight={() => setStep('new-pin')} onBack={onBack} />}
      {step === 'new-pin' && <NewPinStep person={person} onDone={open} />}
      {step === 'nothing' && (
        <div className="mx-auto flex w-full max-w-96 flex-col gap-3 text-center">
          <h2 dir="auto" className="font-bold text-xl">
            {person.name}
          </h2>
          <p>
            <Trans>There is no PIN and no card for you on this tablet. Ask your lead for a new card.</Trans>
          </p>
          <Button variant="secondary" onClick={onSignIn}>
            <Trans>Sign in with the network</Trans>
          </Button>
          <Button variant="quiet" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}

type CardStepProps = { person: DeviceUser; onRight: () => void; onBack: () => void };

/** The code is compared on the tablet: no network is needed. */
function CardStep({ person, onRight, onBack }: CardStepProps) {
  const [typed, setTyped] = useState('');
  const submission = useFormSubmission();
  const { waitMs, attempt } = usePinTry(person.userId, 'card');
  const use = async (text: string) => {
    const code = readCardCode(text);
    if (!code) throw new Error(t`This is not the code of a card. It has eight letters and digits, such as KR7M 4TQX.`);
    if (!(await attempt(code))) throw new Error(t`This is not the code of your card.`);
    onRight();
  };
  const seconds = Math.ceil(waitMs / 1000);
  return (
    <div className="mx-auto flex w-full max-w-96 flex-col gap-4">
      <h2 className="text-balance text-center font-bold text-xl">
        <Trans>Your card, {person.name.split(' ')[0]}</Trans>
      </h2>
      <Scanner
        isPaused={submission.busy || waitMs > 0}
        refused={t`The camera can't be used. Allow it in the settings of your browser, or type the code.`}
        onCode={(text) => void submission.run(() => use(text))}
      />
      <AccountForm
        submission={submission}
        isReady={typed.trim().length >= CARD_LENGTH && waitMs === 0}
        send={() => use(typed)}
        verb={t`Continue`}
        busyVerb={t`Checking...`}
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
          className="[&_input]:min-h-action [&_input]:font-mono [&_input]:text-xl [&_input]:uppercase [&_input]:tracking-widest [&_input]:placeholder:tracking-widest"
        />
      </AccountForm>
      {waitMs > 0 && (
        <p role="timer" className="text-center text-ink-soft">
          <Trans>Too many attempts. Try again in {seconds} s.</Trans>
        </p>
      )}
      <Button variant="quiet" onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </div>
  );
}

function NewPinStep({ person, onDone }: { person: DeviceUser; onDone: () => Promise<void> }) {
  const [first, setFirst] = useState('');
  const [isOther, setOther] = useState(false);
  const enter = async (digits: string) => {
    setOther(first !== '' && digits !== first);
    if (first === '') return setFirst(digits);
    if (digits !== first) return setFirst('');
    // The card is spent only now: whoever stops before begins again with it.
    await noteCardUsed(device, person.userId);
    await setPin(device, person.userId, digits);
    await onDone();
  };
  return (
    <PinPad
      key={first === '' ? 'first' : 'repeated'}
      label={first ? t`Repeat the PIN` : t`New PIN, 4 to 8 digits`}
      title={
        <>
          <h2 className="font-bold text-xl">{first ? t`Repeat the PIN` : t`Choose a PIN`}</h2>
          <p className="text-balance text-ink-soft">
            {first
              ? t`Type it once more.`
              : t`At least 4 digits. You type it each time on this tablet, so that only you get in.`}
          </p>
        </>
      }
      length={first ? first.length : undefined}
      error={isOther ? t`The PINs don't match. Choose one again.` : undefined}
      onEntered={enter}
    />
  );
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Delete } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { hasAddress } from '#sync/contract/email.ts';
import { isPin, readPinWait, tryPin } from '#sync/extras/pin.ts';
import type { Pin } from '#sync/store/device.ts';
import { useConnection } from '../../device/connection.ts';
import { device } from '../../device/device.ts';
import { Button } from '../../ui/button.tsx';

const READ_EVERY_MS = 1000;

/** Attempts at a user's PIN. The wait between them is stored on the device and read every second. */
export function usePinTry(userId: string) {
  const [waitMs, setWait] = useState(0);
  const [isWrong, setWrong] = useState(false);
  const isOpen = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    isOpen.current = true;
    const readWait = () => void readPinWait(device, userId, Date.now()).then((left) => isCurrent && setWait(left));
    readWait();
    const timer = setInterval(readWait, READ_EVERY_MS);
    return () => {
      isCurrent = false;
      isOpen.current = false;
      clearInterval(timer);
    };
  }, [userId]);
  /** True when the digits were right, and nobody has chosen another person meanwhile. */
  const attempt = async (digits: string): Promise<boolean> => {
    const tried = await tryPin(device, { userId, digits, now: Date.now() });
    setWrong(tried.kind === 'wrong');
    if (tried.kind !== 'right') setWait(tried.waitMs);
    return tried.kind === 'right' && isOpen.current;
  };
  return { waitMs, isWrong, attempt };
}

const LONGEST = 8;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const KEY =
  'grid min-h-18 place-items-center rounded-lg border border-line bg-sunken font-semibold text-2xl active:bg-accent-soft disabled:opacity-55';

type PinPadProps = {
  /** Names the group of keys. */
  label: string;
  title: ReactNode;
  /** The last digit enters a PIN of known length; another waits for its button. */
  length: number | undefined;
  waitMs?: number;
  /** What was wrong with the last PIN, until the next one is begun. */
  error?: string | undefined;
  /** The key at the lower left. */
  corner?: ReactNode;
  onEntered: (digits: string) => Promise<unknown>;
};

/**
 * Digits on keys of their own: the system's keyboard would cover half of a tablet. A keyboard that is there types as well. The
 * pad is empty again once `onEntered` is done.
 */
export function PinPad({ label, title, length, waitMs = 0, error, corner, onEntered }: PinPadProps) {
  const [digits, setDigits] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const pad = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each PIN that is asked for
  useEffect(() => pad.current?.focus(), [label]);
  const isStill = isBusy || waitMs > 0;
  const submit = async (typed: string) => {
    if (isStill || !isPin(typed)) return;
    setBusy(true);
    setFailed(false);
    await onEntered(typed).catch((error: unknown) => {
      console.warn('The PIN could not be checked or saved on this device.', error);
      setFailed(true);
    });
    setBusy(false);
    setDigits('');
    // The key that had it was disabled meanwhile.
    pad.current?.focus();
  };
  const press = (digit: string) => {
    if (isStill) return;
    const typed = (digits + digit).slice(0, length ?? LONGEST);
    setDigits(typed);
    if (typed.length === length) void submit(typed);
  };
  const erase = () => setDigits(digits.slice(0, -1));
  const typeKey = (event: KeyboardEvent) => {
    if (/^\d$/.test(event.key)) press(event.key);
    else if (event.key === 'Backspace') erase();
    else if (event.key === 'Enter' && event.target === pad.current) void submit(digits);
  };
  const dots = Array.from({ length: length ?? Math.max(4, digits.length) }, (_, at) => at < digits.length);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no keys of its own
    <div
      ref={pad}
      role="group"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={typeKey}
      className="mx-auto flex w-full max-w-96 flex-col items-center gap-3 text-center outline-none"
    >
      {title}
      <p role="status" className="flex min-h-6 flex-wrap items-center justify-center gap-4">
        <span className="sr-only">{isBusy ? t`Checking...` : t`${digits.length} digits entered`}</span>
        {dots.map((isTyped, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: dots have nothing but their place
            key={at}
            className={`size-4.5 rounded-full border-2 ${isTyped ? 'border-accent bg-accent' : 'border-line-strong'}`}
          />
        ))}
      </p>
      {(hasFailed || error) && digits === '' && (
        <p role="alert" className="text-danger-text">
          {hasFailed ? t`This device's storage didn't answer. Try again.` : error}
        </p>
      )}
      {waitMs > 0 && (
        <p role="timer" className="text-ink-soft">
          <Trans>Too many attempts. Try again in {Math.ceil(waitMs / 1000)} s.</Trans>
        </p>
      )}
      {/* Keys stand in the order of a phone, in every language. */}
      <div dir="ltr" className="grid w-full grid-cols-3 gap-3 tabular-nums">
        {KEYS.map((key) => (
          <button key={key} type="button" disabled={isStill} onClick={() => press(key)} className={KEY}>
            {key}
          </button>
        ))}
        {corner ?? <span />}
        <button type="button" disabled={isStill} onClick={() => press('0')} className={KEY}>
          0
        </button>
        <button
          type="button"
          aria-label={t`Delete last digit`}
          disabled={digits === ''}
          onClick={erase}
          className="grid min-h-18 place-items-center"
        >
          <Delete aria-hidden className="size-7" />
        </button>
      </div>
      {length === undefined && (
        <Button size="big" className="w-full" disabled={isStill || !isPin(digits)} onClick={() => void submit(digits)}>
          {isBusy ? t`Checking...` : t`Continue`}
        </Button>
      )}
    </div>
  );
}

type PinFormProps = {
  user: { userId: string; name: string; email: string; pin?: Pin; signsInByLink?: boolean };
  onRight: () => void;
  /** Called when the user chooses to sign in instead, with a password or by email. */
  onPassword: () => void;
  onBack?: (() => void) | undefined;
};

/** Asks one user of this device for their PIN. */
export function PinForm({ user, onRight, onPassword, onBack }: PinFormProps) {
  const isByCard = user.signsInByLink && !hasAddress(user.email);
  const { waitMs, isWrong, attempt } = usePinTry(user.userId);
  const { isOffline } = useConnection();
  return (
    <div className="mx-auto flex w-full max-w-96 flex-col items-center gap-3 text-center">
      <PinPad
        key={user.userId}
        label={t`PIN of ${user.name}`}
        title={
          <h2 className="font-bold text-xl">
            <Trans>Enter your PIN, {user.name.split(' ')[0]}</Trans>
          </h2>
        }
        length={user.pin?.length}
        waitMs={waitMs}
        error={isWrong ? t`Wrong PIN.` : undefined}
        corner={
          <button
            type="button"
            onClick={onPassword}
            className="min-h-18 text-balance font-semibold text-accent-text leading-tight"
          >
            {isByCard ? t`Use card` : user.signsInByLink ? t`Use email` : t`Use password`}
          </button>
        }
        onEntered={async (digits) => (await attempt(digits)) && onRight()}
      />
      {onBack && (
        <Button variant="secondary" className="w-full" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      )}
      <Button variant="quiet" onClick={onPassword}>
        <Trans>Forgot your PIN?</Trans>
      </Button>
      <p className="text-balance text-ink-soft text-sm">
        {isByCard
          ? t`Signing in with a new card resets it.`
          : user.signsInByLink
            ? t`Signing in by email resets it.`
            : t`Signing in with your password resets it.`}
        {isOffline ? ` ${t`That needs a connection, and you're offline.`}` : ''}
      </p>
    </div>
  );
}

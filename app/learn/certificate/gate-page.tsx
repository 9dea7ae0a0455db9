// /gate: checks a certificate at the moment when it matters, with the camera and without a network (decision 356). For leads and admins.

import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Ban, CalendarX, Check, CircleHelp, CloudOff, FileDown, type LucideIcon, ShieldX } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { readSerial } from '#sync/contract/certificate.ts';
import { isAdmin } from '#sync/contract/profile.ts';
import { newId } from '#sync/new-id.ts';
import { loadConfig } from '../../api/config.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { device } from '../../device/device.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmProvider, useConfirm } from '../../ui/confirm.tsx';
import { certificateDate } from '../../ui/course-labels.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { momentWords } from '../../ui/labels.ts';
import { locale } from '../../ui/language.ts';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Scanner } from '../../ui/scanner.tsx';
import { EmptyState } from '../../ui/state-view.tsx';
import {
  clearChecks,
  type GateCheck,
  type GateVerdict,
  judge,
  KEPT_CHECKS,
  keepCheck,
  readChecks,
  saveChecks,
  VERDICT_WORDS,
} from './gate-checks.ts';
import { verifyCode, verifySerial } from './verify-certificate.ts';

/** Whoever stands at the gate waits no longer for a bad network: the signature is the proof. */
const ASK_MS = 4_000;
const LISTED = 20;

export function GatePage() {
  usePageTitle(t`Gate check`);
  const { profile } = useActiveUser();
  // It brings the keys of badges, for when there is no connection.
  useEffect(() => void loadConfig().catch(() => undefined), []);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-5 px-4 py-6 md:py-10">
      <div>
        <h1 className="font-bold text-2xl tracking-tight">
          <Trans>Gate check</Trans>
        </h1>
        <p className="text-ink-soft">
          <Trans>Scan the QR code of a certificate, on a phone or on its PDF. Works offline.</Trans>
        </p>
      </div>
      {isAdmin(profile) || profile?.leads_group ? (
        <ConfirmProvider>
          <Gate />
        </ConfirmProvider>
      ) : (
        <EmptyState
          title={t`For admins and leads`}
          action={
            <Button to={paths.verify()}>
              <Trans>Verify a certificate</Trans>
            </Button>
          }
        >
          <Trans>Anyone can verify a certificate by its serial number.</Trans>
        </EmptyState>
      )}
    </div>
  );
}

function Gate() {
  const { name } = useActiveUser();
  const [shown, setShown] = useState<GateCheck>();
  const [isChecking, setChecking] = useState(false);
  const [isKept, setKept] = useState(true);
  const check = useCallback(
    async (text: string) => {
      setChecking(true);
      const typed = readSerial(text.slice(text.lastIndexOf('/') + 1).replace(/#.*/, '')) ?? '';
      const one = {
        ...judge(await verifyCode(text, asked), typed),
        id: newId(),
        at: new Date().toISOString(),
        by: name,
      };
      setKept(
        await keepCheck(device, one).then(
          () => true,
          () => false,
        ),
      );
      setShown(one);
      setChecking(false);
    },
    [name],
  );
  return (
    <>
      <Scanner
        isPaused={isChecking || shown !== undefined}
        refused={t`The camera can't be used. Allow it in the settings of your browser, or type the serial number.`}
        onCode={(text) => void check(text)}
      />
      <TypedSerial isChecking={isChecking} onSerial={(serial) => void check(serial)} />
      <Checks />
      {shown && <Verdict check={shown} isKept={isKept} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** The server's answer, or 'offline' where it takes too long. */
const asked: typeof verifySerial = (serial) =>
  Promise.race([
    verifySerial(serial),
    new Promise<{ kind: 'offline' }>((resolve) => setTimeout(() => resolve({ kind: 'offline' }), ASK_MS)),
  ]);

function TypedSerial({ isChecking, onSerial }: { isChecking: boolean; onSerial: (serial: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const serial = readSerial(typed);
    setError(serial ? undefined : t`A serial number looks like GW-1A2B-3C4D-5E6F.`);
    if (!serial) return;
    setTyped('');
    onSerial(serial);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <Field
        label={t`Serial number`}
        name="serial"
        placeholder={t`GW-1A2B-3C4D-5E6F`}
        hint={t`Needs a connection.`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" disabled={isChecking}>
        {isChecking ? t`Checking...` : t`Check`}
      </Button>
    </form>
  );
}

const LOOKS: Record<GateVerdict, { icon: LucideIcon; tone: string }> = {
  valid: { icon: Check, tone: 'bg-complete text-complete-ink' },
  expired: { icon: CalendarX, tone: 'bg-danger text-danger-ink' },
  revoked: { icon: Ban, tone: 'bg-danger text-danger-ink' },
  forged: { icon: ShieldX, tone: 'bg-danger text-danger-ink' },
  unknown: { icon: CircleHelp, tone: 'bg-strip text-strip-ink' },
  unproven: { icon: CloudOff, tone: 'bg-strip text-strip-ink' },
};

/** The whole screen in one colour, with a sign and a word: readable in the sun, and by who sees no colours. */
function Verdict({ check, isKept, onClose }: { check: GateCheck; isKept: boolean; onClose: () => void }) {
  const { verdict, name, course, serial } = check;
  const { icon: Icon, tone } = LOOKS[verdict];
  return (
    <Dialog open shape="page" onOpenChange={onClose} title={<span className="sr-only">{VERDICT_WORDS[verdict]}</span>}>
      <div className={`absolute inset-0 flex flex-col items-center justify-center gap-4 safe-p text-center ${tone}`}>
        <Icon aria-hidden className="size-32 shrink-0" strokeWidth={2.5} />
        <p aria-hidden className="font-bold text-4xl sm:text-6xl">
          {VERDICT_WORDS[verdict]}
        </p>
        <p className="font-semibold text-2xl">{untilWords(check)}</p>
        {name && (
          <p dir="auto" className="text-2xl">
            {name}
            <span className="block text-lg">{course}</span>
          </p>
        )}
        {serial && <p className="tabular-nums">{serial}</p>}
        <p className="max-w-prose">{proofWords(check)}</p>
        {!isKept && (
          <p role="alert">
            <Trans>This check could not be saved on this device.</Trans>
          </p>
        )}
        <Button size="big" variant="secondary" className="w-full max-w-sm" onClick={onClose}>
          <Trans>Next check</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

function untilWords({ verdict, validUntil }: GateCheck): string {
  const day = validUntil ? certificateDate(validUntil) : undefined;
  if (verdict === 'valid') return day ? t`until ${day}` : t`without an end`;
  return verdict === 'expired' && day ? t`on ${day}` : '';
}

function proofWords({ verdict, isAsked }: GateCheck): string {
  switch (verdict) {
    case 'forged':
      return t`The signature doesn't match: the code was changed, or it is a forgery.`;
    case 'unknown':
      return isAsked ? t`No certificate has this serial number.` : t`This code was not issued here.`;
    case 'unproven':
      return t`This needs a connection: the code has no signature that this device can check.`;
    default:
      return isAsked
        ? t`Confirmed by the server.`
        : t`The signature matches. Offline: a revocation could not be checked.`;
  }
}

/** The last checks on this device, and all of them as a file. */
function Checks() {
  const confirm = useConfirm();
  const checks = useLiveQuery(() => readChecks(device), []);
  if (!checks) return null;
  const most = KEPT_CHECKS.toLocaleString(locale);
  const ask = () =>
    confirm({
      title: t`Clear the list?`,
      text: plural(checks.length, {
        one: '# check will be removed from this device. They are nowhere else: save the file first.',
        other: '# checks will be removed from this device. They are nowhere else: save the file first.',
      }),
      action: t`Clear list`,
      running: t`Clearing...`,
      run: async () => {
        await clearChecks(device);
        return true;
      },
    });
  return (
    <section aria-labelledby="gate-checks" className="flex flex-col gap-3">
      <h2 id="gate-checks" className="font-semibold text-lg">
        <Trans>Checks on this device</Trans>
      </h2>
      {checks.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No checks yet.</Trans>
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {checks.slice(0, LISTED).map((check) => (
              <Line key={check.id} check={check} />
            ))}
          </ul>
          <p className="text-ink-soft text-sm">
            {checks.length > LISTED && (
              <>
                <Plural
                  value={checks.length}
                  one={`The last ${LISTED} of # check.`}
                  other={`The last ${LISTED} of # checks.`}
                />{' '}
              </>
            )}
            <Trans>Kept on this device only, at most {most}. The file has all of them.</Trans>
          </p>
          <div className="flex flex-wrap gap-2">
            <Button icon={FileDown} variant="secondary" onClick={() => saveChecks(checks)}>
              <Trans>Save list (CSV)</Trans>
            </Button>
            <Button variant="quiet" onClick={ask}>
              <Trans>Clear list</Trans>
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Line({ check: { verdict, at, name, course, serial, isAsked } }: { check: GateCheck }) {
  const { icon: Icon } = LOOKS[verdict];
  const about = [name, course || serial].filter(Boolean).join(', ');
  return (
    <li className="flex min-h-touch items-center gap-3 px-4 py-2">
      <Icon aria-hidden className="size-6 shrink-0" />
      <span className="min-w-0 grow">
        <span className="block font-semibold">
          {VERDICT_WORDS[verdict]}
          {about && <span className="font-normal"> {about}</span>}
        </span>
        <span className="block text-ink-soft text-sm">
          {momentWords(at)}
          {!isAsked && `, ${t`server not asked`}`}
        </span>
      </span>
    </li>
  );
}

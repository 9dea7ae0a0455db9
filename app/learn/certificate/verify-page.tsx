// Public: checks whether a certificate is genuine, by the link printed on it or by its serial number (X3).
import { BadgeCheck, Ban, CalendarClock, CalendarX } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import {
  certificateDate,
  ERASED_HOLDER,
  readSerial,
  type Validity,
  type VerifiedCertificate,
} from '#sync/contract/certificate.ts';
import { addDays } from '#sync/contract/due.ts';
import { ApiError, call, publicServer } from '../../api/client.ts';
import { usePullCall } from '../../device/use-pull.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate, useParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, OfflineState } from '../../ui/state-view.tsx';

/** The server's answer about a serial number; `failed` carries the message to show. */
type Verification =
  | { kind: 'found'; certificate: VerifiedCertificate }
  | { kind: 'unknown' }
  | { kind: 'offline' }
  | { kind: 'failed'; message: string };

async function verify(typed: string): Promise<Verification> {
  const serial = readSerial(typed);
  if (serial === undefined) return { kind: 'unknown' };
  try {
    return { kind: 'found', certificate: await call(publicServer.certificates[':serial'].$get({ param: { serial } })) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'offline' };
    if (error.code === 'certificate_not_found') return { kind: 'unknown' };
    return { kind: 'failed', message: error.sentence ?? 'The server could not answer. Please try again.' };
  }
}

const LONGEST_TYPED = 60;

export function VerifyPage() {
  const { serial } = useParams();
  usePageTitle('Verify a certificate');
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-5 px-4 py-6 md:py-10">
      <h1 className="font-bold text-2xl tracking-tight">Verify a certificate</h1>
      {serial === undefined ? <SerialForm /> : <Verified key={serial} serial={serial} />}
    </div>
  );
}

/** The verdict, and the form for another serial number; where there is none, it is filled with that number. */
function Verified({ serial }: { serial: string }) {
  const { outcome, again } = usePullCall(useCallback(() => verify(serial), [serial]));
  return (
    <>
      <Verdict serial={serial} verification={outcome} again={again} />
      <SerialForm isNext initial={outcome?.kind === 'found' ? '' : serial.slice(0, LONGEST_TYPED)} />
    </>
  );
}

type VerdictProps = { serial: string; verification: Verification | undefined; again: () => void };

function Verdict({ serial, verification, again }: VerdictProps) {
  return (
    <Card>
      {!verification && (
        <div role="status" className="flex flex-col gap-3 p-6">
          <span className="sr-only">Checking the certificate</span>
          <Skeleton className="h-8 w-56" />
          <Skeleton className="h-40" />
        </div>
      )}
      {verification?.kind === 'found' && <Found certificate={verification.certificate} />}
      {verification?.kind === 'unknown' && (
        <EmptyState title="No certificate has this serial number">
          Check {serial.slice(0, 40)} for typos and try again.
        </EmptyState>
      )}
      {verification?.kind === 'offline' && (
        <OfflineState title="Verifying needs a connection" onRetry={again}>
          You're offline. We'll check this certificate when you reconnect.
        </OfflineState>
      )}
      {verification?.kind === 'failed' && (
        <ErrorState title="The certificate could not be verified" onRetry={again}>
          {verification.message}
        </ErrorState>
      )}
    </Card>
  );
}

const VERDICTS = {
  valid: { icon: BadgeCheck, tone: 'bg-complete-soft text-complete-text', title: 'This certificate is valid' },
  soon: {
    icon: CalendarClock,
    tone: 'bg-accent-soft text-accent-text',
    title: 'This certificate is valid and expires soon',
  },
  expired: { icon: CalendarX, tone: 'bg-danger-soft text-danger-text', title: 'This certificate has expired' },
  revoked: { icon: Ban, tone: 'bg-danger-soft text-danger-text', title: 'This certificate was revoked' },
};

function Found({ certificate }: { certificate: VerifiedCertificate }) {
  const { icon: Icon, tone, title } = VERDICTS[certificate.validity];
  const { validUntil, revokedAt } = certificate;
  const facts = [
    { label: 'Name', message: certificate.learnerName },
    { label: 'Course', message: certificate.courseTitle },
    { label: 'Date of issue', message: certificateDate(certificate.issuedAt) },
    ...(revokedAt ? [{ label: 'Revoked on', message: certificateDate(revokedAt) }] : []),
    ...(validUntil && !revokedAt ? [endOf(certificate.validity, validUntil)] : []),
    { label: 'Serial number', message: certificate.serial },
  ];
  return (
    <div className="flex flex-col gap-5 p-5 sm:p-6">
      <h2 className={`flex items-center gap-3 rounded-md p-3 font-semibold text-lg ${tone}`}>
        <Icon aria-hidden className="size-7 shrink-0" />
        {title}
      </h2>
      <dl className="flex flex-col gap-4">
        {facts.map(({ label, message }) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="font-semibold text-lg">{message}</dd>
          </div>
        ))}
      </dl>
      {certificate.learnerName === ERASED_HOLDER && (
        <p className="text-ink-soft">
          The personal data of the holder was erased. The certificate was issued by this installation.
        </p>
      )}
    </div>
  );
}

const endOf = (validity: Validity, validUntil: string) =>
  validity === 'expired'
    ? { label: 'Expired on', message: certificateDate(addDays(validUntil, 1)) }
    : { label: 'Valid until', message: certificateDate(validUntil) };

/** `isNext`: shown below a verdict, for another certificate. */
function SerialForm({ isNext = false, initial = '' }: { isNext?: boolean; initial?: string }) {
  const navigate = useNavigate();
  const [own, setTyped] = useState<string>();
  const typed = own ?? initial;
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const serial = readSerial(typed);
    if (serial) return navigate(paths.verifySerial(serial));
    setError(typed.trim() ? 'A serial number looks like GW-1A2B-3C4D-5E6F.' : 'Enter the serial number.');
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-ink-soft">
        {isNext
          ? 'To verify another certificate, enter its serial number.'
          : "Enter the serial number printed on the certificate to check that it's genuine."}
      </p>
      <Field
        label="Serial number"
        name="serial"
        placeholder="GW-1A2B-3C4D-5E6F"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST_TYPED}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant={isNext ? 'secondary' : 'primary'} size="big">
        Verify
      </Button>
    </form>
  );
}

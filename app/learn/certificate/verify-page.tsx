// Public: checks whether a certificate is genuine, by the link printed on it, by its serial number or by its badge (R-X3).

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { BadgeCheck, Ban, CalendarClock, CalendarX } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { ERASED_HOLDER, readSerial, type Validity, type VerifiedCertificate } from '#sync/contract/certificate.ts';
import { loadConfig } from '../../api/config.ts';
import { usePullCall } from '../../device/use-pull.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { certificateDate } from '../../ui/course-labels.ts';
import { Field } from '../../ui/form/field.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useLocation, useNavigate, useParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, OfflineState } from '../../ui/state-view.tsx';
import { badgeIn } from './badge-link.ts';
import { type Verification, verifyCode } from './verify-certificate.ts';

const LONGEST_SERIAL = 60;
/** The longest text in which a badge is looked for. */
const LONGEST_TYPED = 20_000;

export function VerifyPage() {
  const { serial } = useParams();
  // Behind the '#', so that a badge in a link is not sent to the server.
  const { hash } = useLocation();
  const badge = badgeIn(hash);
  usePageTitle(t`Verify a certificate`);
  // It brings the keys of badges, for when there is no connection.
  useEffect(() => void loadConfig().catch(() => undefined), []);
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-5 px-4 py-6 md:py-10">
      <h1 className="font-bold text-2xl tracking-tight">
        <Trans>Verify a certificate</Trans>
      </h1>
      {(badge ?? serial) === undefined ? (
        <VerifyForm />
      ) : (
        <Verified key={badge ?? serial} {...{ serial, badge, hash }} />
      )}
    </div>
  );
}

/** The verdict, and the form for another certificate; for a serial number that is not known, it is filled with that. */
type VerifiedProps = { serial?: string | undefined; badge?: string | undefined; hash: string };

function Verified({ serial = '', badge, hash }: VerifiedProps) {
  const { outcome, again } = usePullCall(() => verifyCode(serial + hash), [serial, badge, hash]);
  const isUnknown = badge === undefined && outcome?.kind !== 'found';
  return (
    <>
      <Verdict serial={badge === undefined ? serial : ''} verification={outcome} again={again} />
      <VerifyForm isNext initial={isUnknown ? serial.slice(0, LONGEST_SERIAL) : ''} />
    </>
  );
}

type VerdictProps = { serial: string; verification: Verification | undefined; again: () => void };

function Verdict({ serial, verification, again }: VerdictProps) {
  const asked = serial?.slice(0, 40);
  return (
    <Card>
      {!verification && (
        <div role="status" className="flex flex-col gap-3 p-6">
          <span className="sr-only">
            <Trans>Checking the certificate</Trans>
          </span>
          <Skeleton className="h-8 w-56" />
          <Skeleton className="h-40" />
        </div>
      )}
      {verification?.kind === 'found' && (
        <Found certificate={verification.certificate} title={VERDICTS[verification.certificate.validity].title}>
          {verification.isSigned && t`The signature of the badge matches.`}
        </Found>
      )}
      {verification?.kind === 'unknown' && (
        <EmptyState title={t`No certificate has this serial number`}>
          {asked
            ? t`Check ${asked} for typos and try again.`
            : t`The signature of the badge matches, but this installation no longer has the certificate.`}
        </EmptyState>
      )}
      {verification?.kind === 'offline' && verification.certificate && (
        <Found
          certificate={verification.certificate}
          title={UNASKED[verification.certificate.validity] ?? VERDICTS[verification.certificate.validity].title}
        >
          <Trans>
            The signature of the badge matches. You're offline, so we can't tell whether the certificate was revoked.
            We'll check when you reconnect.
          </Trans>
        </Found>
      )}
      {verification?.kind === 'forged' && (
        <ErrorState title={t`The signature doesn't match`}>
          <Trans>This badge was changed after it was signed, or it is a forgery.</Trans>
        </ErrorState>
      )}
      {verification?.kind === 'foreign' && (
        <EmptyState title={t`This badge was not issued here`}>
          <Trans>
            It is signed with a key that this installation doesn't have. Whoever issued the badge can verify it.
          </Trans>
        </EmptyState>
      )}
      {verification?.kind === 'unreadable' && (
        <EmptyState title={t`This is not a badge of a certificate`}>
          <Trans>Choose the file that was downloaded with the certificate, or enter its serial number.</Trans>
        </EmptyState>
      )}
      {verification?.kind === 'offline' && !verification.certificate && (
        <OfflineState title={t`Verifying needs a connection`} onRetry={again}>
          <Trans>You're offline. We'll check this certificate when you reconnect.</Trans>
        </OfflineState>
      )}
      {verification?.kind === 'failed' && (
        <ErrorState title={t`The certificate could not be verified`} onRetry={again}>
          {verification.message}
        </ErrorState>
      )}
    </Card>
  );
}

const VERDICTS = {
  valid: { icon: BadgeCheck, tone: 'bg-complete-soft text-complete-text', title: t`This certificate is valid` },
  soon: {
    icon: CalendarClock,
    tone: 'bg-accent-soft text-accent-text',
    title: t`This certificate is valid and expires soon`,
  },
  expired: { icon: CalendarX, tone: 'bg-danger-soft text-danger-text', title: t`This certificate has expired` },
  revoked: { icon: Ban, tone: 'bg-danger-soft text-danger-text', title: t`This certificate was revoked` },
};

/** What a badge alone proves while nobody can be asked whether it was revoked. */
const UNASKED: Partial<Record<Validity, string>> = {
  valid: t`This certificate is genuine`,
  soon: t`This certificate is genuine and expires soon`,
};

type FoundProps = { certificate: VerifiedCertificate; title: string; children: ReactNode };

function Found({ certificate, title, children }: FoundProps) {
  const { icon: Icon, tone } = VERDICTS[certificate.validity];
  const { validUntil, revokedAt } = certificate;
  const facts = [
    { label: t`Name`, message: certificate.learnerName },
    { label: t`Course`, message: certificate.courseTitle },
    { label: t`Issued by`, message: certificate.issuerName },
    { label: t`Date of issue`, message: certificateDate(certificate.issuedAt) },
    revokedAt
      ? { label: t`Revoked on`, message: certificateDate(revokedAt) }
      : {
          label: certificate.validity === 'expired' ? t`Expired on` : t`Valid until`,
          message: validUntil && certificateDate(validUntil),
        },
    { label: t`Serial number`, message: certificate.serial },
  ].filter(({ message }) => message);
  return (
    <div className="flex flex-col gap-5 p-5 sm:p-6">
      <h2 className={`flex items-center gap-3 rounded-md p-3 font-semibold text-lg ${tone}`}>
        <Icon aria-hidden className="size-7 shrink-0" />
        {title}
      </h2>
      {children && <p className="text-ink-soft">{children}</p>}
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
          <Trans>The personal data of the holder was erased. The certificate was issued by this installation.</Trans>
        </p>
      )}
    </div>
  );
}

/** `isNext`: shown below a verdict, for another certificate. */
function VerifyForm({ isNext = false, initial = '' }: { isNext?: boolean; initial?: string }) {
  const navigate = useNavigate();
  const [own, setTyped] = useState<string>();
  const typed = own ?? initial;
  const [error, setError] = useState<string>();
  const [fileError, setFileError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const serial = readSerial(typed);
    const badge = badgeIn(typed);
    if (serial) return navigate(paths.verifySerial(serial));
    if (badge) return navigate(atBadge(badge));
    setError(typed.trim() ? t`A serial number looks like GW-1A2B-3C4D-5E6F.` : t`Enter the serial number.`);
  };
  const readFile = async (file: File) => {
    const head = file.slice(0, LONGEST_TYPED);
    // A file that cannot be read holds no badge.
    const badge = badgeIn(await head.text().catch(() => ''));
    if (badge) return navigate(atBadge(badge));
    const { name } = file;
    setFileError(t`${name} holds no badge. Choose the badge file (.jwt or .svg) that came with the certificate.`);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-ink-soft">
        {isNext
          ? t`To verify another certificate, enter its serial number.`
          : t`Enter the serial number printed on the certificate to check that it's genuine.`}
      </p>
      <Field
        label={t`Serial number`}
        name="serial"
        placeholder={t`GW-1A2B-3C4D-5E6F`}
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
        <Trans>Verify</Trans>
      </Button>
      <div className="flex flex-col gap-2">
        <p className="text-ink-soft">
          <Trans>A badge file can be checked without a connection.</Trans>
        </p>
        <FilePicker label={t`Badge file`} accept="" onChoose={(file) => void readFile(file)}>
          <Trans>Choose a badge file</Trans>
        </FilePicker>
        {fileError && (
          <p role="alert" className="text-danger-text">
            {fileError}
          </p>
        )}
      </div>
    </form>
  );
}

const atBadge = (badge: string) => `${paths.verify()}#${badge}`;

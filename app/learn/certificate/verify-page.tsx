// For anybody: is this certificate genuine? By the link printed on it, or by typing its serial (X3).
import { BadgeCheck } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import { Certificate, certificateDate, certificatePath, readSerial } from '#sync/contract/certificate.ts';
import { ApiError, createApi } from '../../api/client.ts';
import { usePullCall } from '../../device/use-pull.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { useNavigate, useParams } from '../../ui/router.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, OfflineState } from '../../ui/state-view.tsx';

/** What the server knows of a serial. `failed` carries the words to show. */
type Verification =
  | { kind: 'valid'; certificate: Certificate }
  | { kind: 'unknown' }
  | { kind: 'offline' }
  | { kind: 'failed'; words: string };

const call = createApi();

async function verify(typed: string): Promise<Verification> {
  const serial = readSerial(typed);
  if (serial === undefined) return { kind: 'unknown' };
  try {
    const certificate = await call(certificatePath(serial), { answer: Certificate });
    return certificate ? { kind: 'valid', certificate } : { kind: 'unknown' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'offline' };
    if (error.code === 'certificate_not_found') return { kind: 'unknown' };
    return { kind: 'failed', words: error.sentence ?? 'The server could not answer. Please try again.' };
  }
}

const LONGEST_TYPED = 60;

/** The page of /verify and of /verify/{serial}. */
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

/** The verdict, and the form for the next serial number; until one is found valid it holds the one that was asked for. */
function Verified({ serial }: { serial: string }) {
  const { outcome, again } = usePullCall(useCallback(() => verify(serial), [serial]));
  return (
    <>
      <Verdict serial={serial} verification={outcome} again={again} />
      <SerialForm isNext asked={outcome?.kind === 'valid' ? '' : serial.slice(0, LONGEST_TYPED)} />
    </>
  );
}

type VerdictProps = { serial: string; verification: Verification | undefined; again: () => void };

function Verdict({ serial, verification, again }: VerdictProps) {
  return (
    <Card>
      {!verification && (
        <div role="status" className="flex flex-col gap-3 p-6">
          <span className="sr-only">Asking the server</span>
          <Skeleton className="h-8 w-56" />
          <Skeleton className="h-40" />
        </div>
      )}
      {verification?.kind === 'valid' && <Valid certificate={verification.certificate} />}
      {verification?.kind === 'unknown' && (
        <EmptyState title="No certificate has this serial number">
          Compare {serial.slice(0, 40)} with the certificate, character by character, and correct it below.
        </EmptyState>
      )}
      {verification?.kind === 'offline' && (
        <OfflineState title="Verifying needs a connection" onRetry={again}>
          Only the server can say whether a certificate is genuine. It is asked again when the network is back.
        </OfflineState>
      )}
      {verification?.kind === 'failed' && (
        <ErrorState title="The certificate could not be verified" onRetry={again}>
          {verification.words}
        </ErrorState>
      )}
    </Card>
  );
}

function Valid({ certificate }: { certificate: Certificate }) {
  const facts = [
    { label: 'Name', words: certificate.learnerName },
    { label: 'Course', words: certificate.courseTitle },
    { label: 'Date of issue', words: certificateDate(certificate.issuedAt) },
    { label: 'Serial number', words: certificate.serial },
  ];
  return (
    <div className="flex flex-col gap-5 p-5 sm:p-6">
      <h2 className="flex items-center gap-3 rounded-md bg-complete-soft p-3 font-semibold text-complete-text text-lg">
        <BadgeCheck aria-hidden className="size-7 shrink-0" />
        This certificate is valid
      </h2>
      <dl className="flex flex-col gap-4">
        {facts.map(({ label, words }) => (
          <div key={label} className="min-w-0">
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="font-semibold text-lg">{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** `isNext`: there is a verdict above, on `asked`, and this is for the next one. */
function SerialForm({ isNext = false, asked = '' }: { isNext?: boolean; asked?: string }) {
  const navigate = useNavigate();
  const [own, setTyped] = useState<string>();
  const typed = own ?? asked;
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const serial = readSerial(typed);
    if (serial) return navigate(paths.verify(serial));
    setError(typed.trim() ? 'A serial number looks like GW-1A2B-3C4D-5E6F.' : 'Enter the serial number.');
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-ink-soft">
        {isNext
          ? 'To verify another certificate, enter the serial number that is printed at its lower right.'
          : 'Every certificate has a serial number, printed at the lower right. Enter it to see whose it is.'}
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

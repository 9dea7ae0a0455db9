import { Award, ChevronRight } from 'lucide-react';
import { useCallback } from 'react';
import { certificateDate, type OwnCertificate } from '#sync/contract/certificate.ts';
import { readCertificates } from '#sync/reads.ts';
import { useLiveQuery } from '../live-query.ts';
import { paths } from '../paths.ts';
import { useEngine } from '../person.tsx';
import { PullNote, PullTrouble } from '../pull-trouble.tsx';
import { Link } from '../router.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { usePull } from '../use-pull.ts';
import { DashboardCard } from './dashboard-card.tsx';

/** Every certificate of the person; from the device, made fresher when there is a network. */
export function CertificatesCard() {
  const engine = useEngine();
  const certificates = useLiveQuery(() => readCertificates(engine.replica), [engine]);
  const { outcome, again } = usePull(useCallback(() => engine.pullCertificates(), [engine]));
  return (
    <DashboardCard title="Certificates">
      {certificates && certificates.length > 0 && (
        <PullNote
          outcome={outcome}
          again={again}
          failed="Failed to fetch certificates"
          shown="Only the certificates on this device are listed."
        />
      )}
      {certificates && certificates.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {certificates.map((certificate) => (
            <CertificateRow key={certificate.serial} certificate={certificate} />
          ))}
        </ul>
      ) : !certificates || !outcome ? (
        <div role="status">
          <span className="sr-only">Loading your certificates</span>
          <Skeleton className="h-14" />
        </div>
      ) : outcome.kind === 'fresh' ? (
        <p className="text-ink-soft">Complete every lesson of a course, and its certificate is shown here.</p>
      ) : (
        <PullTrouble
          outcome={outcome}
          again={again}
          failed="Failed to fetch certificates"
          absent="No certificates on this device"
        >
          They are shown here as soon as the server can be reached.
        </PullTrouble>
      )}
    </DashboardCard>
  );
}

/** One whose course is gone has no page in the course any more; its public page stays. */
function CertificateRow({ certificate }: { certificate: OwnCertificate }) {
  const { courseId, serial, courseTitle, issuedAt } = certificate;
  return (
    <li>
      <Link
        to={courseId === null ? paths.verify(serial) : paths.certificate(courseId)}
        className="flex min-h-action items-center gap-3 rounded-md border border-line px-4 py-2 hover:bg-sunken"
      >
        <Award aria-hidden className="size-5 shrink-0 text-complete-text" />
        <span className="min-w-0 grow">
          <span className="block font-medium">{courseTitle}</span>
          <span className="block text-ink-soft text-sm">{certificateDate(issuedAt)}</span>
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
      </Link>
    </li>
  );
}

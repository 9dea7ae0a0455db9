// The certificate of a course as its owner sees it, to print, download or share; or what is still missing for it (X3).
import { ArrowLeft, Copy, Download, Printer, Share2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { type Certificate, fitsPdf, type OwnCertificate } from '#sync/contract/certificate.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { isComplete, readCertificate, readCourse } from '#sync/store/reads.ts';
import { addressOf, publicServer } from '../../api/client.ts';
import { useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';
import { idInPath, paths } from '../../paths.ts';
import { CourseNotFound } from '../../shell/not-found-page.tsx';
import { PullErrorView } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-button.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { Link, useParams } from '../../ui/router.ts';
import { CertificateSheet, verifyAddress } from './certificate-sheet.tsx';
import { CertificateSkeleton, CourseNotComplete, PendingCertificate } from './no-certificate.tsx';

/** Downloads the PDF, prints the page, copies or shares the link. */
function CertificateActions({ certificate }: { certificate: Certificate }) {
  const hasPdf = fitsPdf(certificate);
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        {hasPdf && <PdfButton serial={certificate.serial} />}
        <Button
          icon={Printer}
          variant={hasPdf ? 'secondary' : 'primary'}
          size={hasPdf ? 'normal' : 'big'}
          onClick={() => print()}
        >
          Print
        </Button>
        <LinkButtons certificate={certificate} />
      </div>
      {!hasPdf && (
        <p className="text-ink-soft">
          The PDF is made for Latin, Greek and Cyrillic letters. Print this page instead: it shows every letter, and the
          print dialog can save it as a PDF.
        </p>
      )}
    </div>
  );
}

function PdfButton({ serial }: { serial: string }) {
  const { isOffline } = useConnection();
  if (!isOffline) {
    return (
      <Button
        icon={Download}
        to={addressOf(publicServer.certificates[':serial'].pdf, { param: { serial } })}
        reloadDocument
        download
        size="big"
      >
        Download PDF
      </Button>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button icon={Download} size="big" disabled aria-describedby="pdf-offline">
        Download PDF
      </Button>
      <span id="pdf-offline" className="text-ink-soft text-sm">
        The PDF needs a connection.
      </span>
    </span>
  );
}

const LINK_COPIED = { title: 'Link copied', description: 'Anyone with the link can verify your certificate.' };

function LinkButtons({ certificate: { serial, courseTitle } }: { certificate: Certificate }) {
  const copy = useCopy();
  const url = verifyAddress(serial);
  // Closing the system's share sheet rejects, which is not a failure.
  const share = () => navigator.share({ title: `Certificate: ${courseTitle}`, url }).catch(() => {});
  return (
    <>
      <Button icon={Copy} variant="secondary" onClick={() => void copy(url, LINK_COPIED)}>
        Copy link
      </Button>
      {'share' in navigator && (
        <Button icon={Share2} variant="secondary" onClick={() => void share()}>
          Share
        </Button>
      )}
    </>
  );
}

export function CertificatePage() {
  const courseId = idInPath(useParams().courseId);
  usePageTitle('Certificate');
  if (courseId === undefined) return <CourseNotFound />;
  return <CertificateById key={courseId} courseId={courseId} />;
}

function CertificateById({ courseId }: { courseId: number }) {
  const engine = useEngine();
  const { replica } = engine;
  const read = useLiveQuery(
    async () => ({
      certificate: await readCertificate(replica, courseId),
      course: await readCourse(replica, courseId),
    }),
    [replica, courseId],
  );
  const own = usePull(useCallback(() => engine.pullCertificates(), [engine]));
  const course = usePull(useCallback(() => engine.pullCourse(courseId), [engine, courseId]));
  const isLate = useIsLate();
  const again = () => {
    own.again();
    course.again();
  };
  const outcome = combineOutcomes(own.outcome, course.outcome);
  if (!read) return <CertificateSkeleton />;
  if (read.certificate) return <CertificateView certificate={read.certificate} courseId={courseId} />;
  const waits = read.course?.lessons.some(({ waiting }) => waiting);
  // A new device gets the certificate a moment after the lessons.
  if (!outcome && !(isLate && read.course) && !waits) return <CertificateSkeleton />;
  if (course.outcome?.kind === 'refused' && course.outcome.status === 404) return <CourseNotFound />;
  if (outcome?.kind === 'refused' || !read.course || !isComplete(read.course))
    return (
      <PullErrorView
        level={1}
        outcome={outcome && outcome.kind !== 'fresh' ? outcome : { kind: 'offline' }}
        again={again}
        failed="Failed to fetch certificate"
        absent="This certificate is not on this device"
      >
        It appears here when you're back online; after that it also works offline.
      </PullErrorView>
    );
  if (read.course.totals.percentComplete < 100) return <CourseNotComplete state={read.course} />;
  return <PendingCertificate course={read.course.course} again={again} />;
}

const LATE_MS = 1500;

/** True once the server has had time to respond. */
function useIsLate(): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong;
}

function CertificateView({ certificate, courseId }: { certificate: OwnCertificate; courseId: number }) {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-5 px-4 py-6 md:py-10 print:m-0 print:max-w-none print:p-0">
      <Link
        to={paths.course(courseId)}
        className="inline-flex min-h-touch items-center gap-2 self-start rounded-md font-medium text-accent-text print:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
        {certificate.courseTitle}
      </Link>
      <CertificateSheet certificate={certificate} />
      <CertificateActions certificate={certificate} />
    </div>
  );
}

/** The worse outcome of two pulls; undefined while one is under way. */
function combineOutcomes(one: PullOutcome | undefined, other: PullOutcome | undefined): PullOutcome | undefined {
  if (!one || !other) return undefined;
  return other.kind === 'fresh' ? one : other;
}

// The certificate of a course as its owner sees it, to print, download or share; or what is still missing for it (R-X3).
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AtSign, BadgeCheck, Copy, Download, Ellipsis, ExternalLink, Image, Printer, Share2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Certificate, fitsPdf } from '#sync/contract/certificate.ts';
import type { PullOutcome } from '#sync/engine.ts';
import { markQuizNewsSeen } from '#sync/store/quiz-news.ts';
import { isComplete, readCertificatesOf, readCourse } from '#sync/store/reads.ts';
import { addressOf, publicServer } from '../../api/client.ts';
import { server } from '../../api/session.ts';
import { useActiveUser, useEngine } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { useLiveQuery } from '../../device/live-query.ts';
import { usePull } from '../../device/use-pull.ts';
import { idInPath, paths } from '../../paths.ts';
import { CourseNotFound } from '../../shell/not-found-page.tsx';
import { PullErrorView } from '../../shell/pull-error-view.tsx';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { usePageTitle } from '../../ui/page-title.tsx';
import { QrCodeButton } from '../../ui/qr-code.tsx';
import { Link, useParams, useSearchParams } from '../../ui/router.ts';
import { saveFile } from '../../ui/save-file.ts';
import { useToast } from '../../ui/toast.tsx';
import { badgeLink } from './badge-link.ts';
import { CertificateSheet, PendingSheet, verifyAddress } from './certificate-sheet.tsx';
import { CourseCompletion } from './course-completion.tsx';
import { CertificateSkeleton, CourseNotComplete, SyncNow } from './no-certificate.tsx';

const LINK_COPIED = { title: t`Link copied`, description: t`Anyone with the link can verify your certificate.` };

/** Shares the link, or copies it where the browser cannot share; downloads the PDF, prints the page. */
function CertificateActions({ certificate }: { certificate: Certificate }) {
  const { serial, courseTitle } = certificate;
  const copy = useCopy();
  const url = verifyAddress(serial);
  const copyLink = () => void copy(url, LINK_COPIED);
  // Closing the system's share sheet rejects, which is not a failure.
  const share = () => void navigator.share({ title: t`Certificate: ${courseTitle}`, url }).catch(() => {});
  const canShare = 'share' in navigator;
  const hasPdf = fitsPdf(certificate);
  if (certificate.revokedAt) {
    return (
      <p className="text-center">
        <Trans>This certificate was revoked. Your organization can tell you why.</Trans>
      </p>
    );
  }
  return (
    <div className="completion-actions flex flex-col gap-3 print:hidden">
      <div className="grid grid-cols-2 gap-3 md:flex md:*:grow">
        {canShare && (
          <Button icon={Share2} size="big" className="col-span-2" onClick={share}>
            <Trans>Share certificate</Trans>
          </Button>
        )}
        <Button
          icon={Copy}
          variant={canShare ? 'secondary' : 'primary'}
          className={canShare ? '' : 'col-span-2 min-h-action'}
          onClick={copyLink}
        >
          <Trans>Copy link</Trans>
        </Button>
        {hasPdf && <PdfButton serial={serial} isAlone={!canShare} />}
        <Button icon={Printer} variant="secondary" className={hasPdf ? 'max-md:hidden' : ''} onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      {!hasPdf && (
        <p>
          <Trans>
            The PDF has no font for some of these letters. Print this page instead: it shows every letter, and the print
            dialog can save it as a PDF.
          </Trans>
        </p>
      )}
      <BadgeLine certificate={certificate} />
    </div>
  );
}

/** For wallets, and for whoever has to check it without a connection. */
function BadgeLine({ certificate }: { certificate: Certificate }) {
  const { serial } = certificate;
  const { isOffline } = useConnection();
  const toast = useToast();
  if (isOffline)
    return (
      <p className="text-sm">
        <Trans>The badge needs a connection.</Trans>
      </p>
    );
  const { badge } = publicServer.certificates[':serial'];
  const of = { param: { serial } };
  const save = (asked: Promise<Response>, name: string) =>
    void asked
      .then(async (response) => {
        if (!response.ok) throw new Error(`The badge was answered by ${response.status}.`);
        saveFile(name, await response.blob());
      })
      .catch(() =>
        toast({
          title: t`The badge could not be downloaded`,
          description: t`Please try again.`,
          variant: 'destructive',
        }),
      );
  const readLink = async () => {
    const response = await badge.$get(of);
    if (!response.ok) throw new Error(`The badge was answered by ${response.status}.`);
    return badgeLink(await response.text());
  };
  return (
    <div className="flex flex-wrap justify-center gap-x-2">
      <Button variant="quiet" icon={BadgeCheck} className={QUIET} to={addressOf(badge, of)} reloadDocument download>
        <Trans>Download badge</Trans>
      </Button>
      <QrCodeButton
        variant="quiet"
        className={QUIET}
        read={readLink}
        label={t`QR code of the badge`}
        title={t`Scan to verify`}
        description={t`Point the camera of another device at the code. Where Groundwork was opened before, it is checked without a connection, too.`}
      >
        <Trans>QR code</Trans>
      </QrCodeButton>
      <Menu
        trigger={
          <Button variant="quiet" icon={Ellipsis} className={QUIET}>
            <Trans>More</Trans>
          </Button>
        }
        groups={[
          {
            items: [
              {
                label: t`Badge as a picture`,
                note: t`An SVG file with the badge inside`,
                icon: Image,
                onSelect: () => save(server.certificates[':serial']['badge.svg'].$get(of), `badge-${serial}.svg`),
              },
              {
                label: t`Badge with my email`,
                note: t`Hashed, for wallets that match badges by address`,
                icon: AtSign,
                onSelect: () => save(server.certificates[':serial']['own-badge'].$get(of), `badge-${serial}.jwt`),
              },
              {
                label: t`Add to LinkedIn`,
                icon: ExternalLink,
                onSelect: () => void window.open(linkedInAddress(certificate), '_blank', 'noopener'),
              },
            ],
          },
        ]}
      />
    </div>
  );
}

/** LinkedIn's own form, filled in. */
function linkedInAddress({ serial, courseTitle, issuerName, issuedAt, validUntil }: Certificate): string {
  const [issueYear = '', issueMonth] = issuedAt.split('-');
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: courseTitle,
    organizationName: issuerName ?? 'Groundwork',
    issueYear,
    issueMonth: String(Number(issueMonth)),
    certId: serial,
    certUrl: verifyAddress(serial),
  });
  const [endYear, endMonth] = validUntil?.split('-') ?? [];
  if (endYear) fields.set('expirationYear', endYear);
  if (endMonth) fields.set('expirationMonth', String(Number(endMonth)));
  return `https://www.linkedin.com/profile/add?${fields}`;
}

const QUIET = 'text-(--night-ink)! hover:bg-transparent! hover:underline';

/** For whoever was never asked for a name: the first one that is given is printed on the certificates there are. */
function NameLine() {
  const { profile } = useActiveUser();
  if (!profile || profile.has_real_name) return null;
  return (
    <div className="flex flex-col gap-2 text-center print:hidden">
      <p className="text-(--night-soft)">
        <Trans>This is not a full name yet.</Trans>
      </p>
      <Button size="big" to={paths.setupProfile({ edit: true })}>
        <Trans>Write your name on it</Trans>
      </Button>
    </div>
  );
}

function PdfButton({ serial, isAlone }: { serial: string; isAlone: boolean }) {
  const { isOffline } = useConnection();
  const look = { icon: Download, variant: 'secondary', className: isAlone ? 'col-span-2' : '' } as const;
  if (!isOffline)
    return (
      <Button
        {...look}
        to={addressOf(publicServer.certificates[':serial'].pdf, { param: { serial } })}
        reloadDocument
        download
        aria-label={t`Download PDF`}
      >
        {isAlone ? t`Download PDF` : 'PDF'}
      </Button>
    );
  return (
    <>
      <Button {...look} disabled aria-label={t`Download PDF`} aria-describedby="pdf-offline">
        <Trans>PDF</Trans>
      </Button>
      <span id="pdf-offline" className="col-span-2 self-center text-sm">
        <Trans>The PDF needs a connection.</Trans>
      </span>
    </>
  );
}

export function CertificatePage() {
  const courseId = idInPath(useParams().courseId);
  const [query] = useSearchParams();
  usePageTitle(t`Certificate`);
  if (courseId === undefined) return <CourseNotFound />;
  return <CertificateById key={courseId} courseId={courseId} serial={query.get('serial')} />;
}

function CertificateById({ courseId, serial }: { courseId: number; serial: string | null }) {
  const engine = useEngine();
  const { replica } = engine;
  const read = useLiveQuery(
    async () => ({
      ...(await readCertificatesOf(replica, courseId, serial)),
      course: await readCourse(replica, courseId),
    }),
    [replica, courseId, serial],
  );
  const own = usePull(() => engine.pullCertificates(), [engine]);
  const course = usePull(() => engine.pullCourse(courseId), [engine, courseId]);
  const isLate = useIsLate();
  const known = read?.course && isComplete(read.course) ? read.course : undefined;
  const isWhole = known !== undefined && known.totals.percentComplete >= 100;
  // The end of the course tells more than that its last quiz was passed.
  const markSeen = useEffectEvent(() => {
    const ids = read?.course?.lessons.map(({ lesson }) => lesson.id) ?? [];
    void markQuizNewsSeen(replica, ids).catch(() => undefined);
  });
  useEffect(() => {
    if (isWhole) markSeen();
  }, [isWhole]);
  const again = () => {
    own.again();
    course.again();
  };
  const outcome = combineOutcomes(own.outcome, course.outcome);
  if (!read) return <CertificateSkeleton />;
  const { round, present, earlier, named } = read;
  const valid = earlier && !earlier.revokedAt && !isWhole ? earlier : undefined;
  const certificate = named ?? present ?? valid;
  if (certificate) {
    const isEarlier = (certificate.round ?? 1) < round;
    const { revokedAt } = certificate;
    // Lessons that came later or were reset: the course is not complete any more, the certificate stays.
    const title = isEarlier ? t`Earlier certificate` : known && !isWhole ? t`Your certificate` : undefined;
    return (
      <CourseCompletion
        courseId={courseId}
        title={revokedAt ? t`Revoked certificate` : title}
        state={title || revokedAt ? undefined : known}
        paper={<CertificateSheet certificate={certificate} />}
        actions={
          <>
            {isEarlier && !present && !isWhole && <Renewed courseId={courseId} />}
            <NameLine />
            <CertificateActions certificate={certificate} />
          </>
        }
      />
    );
  }
  const waits = read.course?.lessons.some(({ waiting }) => waiting);
  // A new device gets the certificate a moment after the lessons.
  if (!outcome && !(isLate && read.course) && !waits) return <CertificateSkeleton />;
  if (course.outcome?.kind === 'refused' && course.outcome.status === 404) return <CourseNotFound />;
  if (outcome?.kind === 'refused' || !known)
    return (
      <PullErrorView
        level={1}
        outcome={outcome && outcome.kind !== 'fresh' ? outcome : { kind: 'offline' }}
        again={again}
        failed={t`Failed to fetch certificate`}
        absent={t`This certificate is not on this device`}
      >
        <Trans>It appears here when you're back online; after that it also works offline.</Trans>
      </PullErrorView>
    );
  if (!isWhole) return <CourseNotComplete state={known} />;
  const { course: completed } = known;
  return (
    <CourseCompletion
      courseId={courseId}
      state={known}
      paper={<PendingSheet courseTitle={completed.title} />}
      actions={<SyncNow again={again} />}
    />
  );
}

/** Why the course is not complete although there is a certificate. */
const Renewed = ({ courseId }: { courseId: number }) => (
  <p className="text-center print:hidden">
    <Trans>This course was renewed for you. Complete it again for a new certificate.</Trans>
    <Link to={paths.course(courseId)} className="mx-auto block w-fit underline underline-offset-4">
      <Trans>Open the course</Trans>
    </Link>
  </p>
);

const LATE_MS = 1500;

/** True once the server has had time to respond. */
function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}

/** The worse outcome of two pulls; undefined while one is under way. */
function combineOutcomes(one: PullOutcome | undefined, other: PullOutcome | undefined): PullOutcome | undefined {
  if (!one || !other) return undefined;
  return other.kind === 'fresh' ? one : other;
}

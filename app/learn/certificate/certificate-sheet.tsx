import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { certificateDate } from '../../ui/course-labels.ts';
import './certificate.css';
import type { ReactNode } from 'react';
import type { Certificate } from '#sync/contract/certificate.ts';
import { useActiveUser } from '../../device/active-user.tsx';
import { useConnection } from '../../device/connection.ts';
import { paths } from '../../paths.ts';
import { Mark } from '../../ui/logo.tsx';
import { usePageMark } from '../../ui/page-mark.ts';
import { Link } from '../../ui/router.ts';

const TEETH = 24;
const LONG_TEXT = 44;

/** The notched edge of the seal, centered in a square of 100. */
const EDGE = Array.from({ length: 2 * TEETH }, (_, n) => {
  const angle = (n * Math.PI) / TEETH;
  const reach = n % 2 === 0 ? 49 : 43;
  return `${50 + reach * Math.cos(angle)},${50 + reach * Math.sin(angle)}`;
}).join(' ');

function Seal() {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" className="certificate-seal text-accent-ink">
      <polygon points={EDGE} className="fill-accent" />
      <g fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="50" cy="50" r="36" strokeWidth="1.2" />
        <path d="M35 51 45 61 66 39" strokeWidth="6.5" />
      </g>
    </svg>
  );
}

const lengthOf = (text: string) => (text.length > LONG_TEXT ? 'long' : 'short');

/** The certificate as it prints: a landscape A4 sheet on wide screens, the same text in one column on a phone. */
export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { serial, learnerName, courseTitle, issuerName, issuedAt, validUntil, revokedAt } = certificate;
  return (
    <article {...usePageMark('certificate')} className="certificate" aria-label={t`Certificate`}>
      <Paper learnerName={learnerName} courseTitle={courseTitle}>
        {issuerName && (
          <p className="certificate-small">
            <Trans>Issued by {issuerName}</Trans>
          </p>
        )}
        <dl className="certificate-facts">
          <div>
            <dt>
              <Trans>Date of issue</Trans>
            </dt>
            <dd>{certificateDate(issuedAt)}</dd>
          </div>
          {(revokedAt ?? validUntil) && (
            <div>
              <dt>{revokedAt ? t`Revoked on` : t`Valid until`}</dt>
              <dd>{certificateDate(revokedAt ?? validUntil ?? '')}</dd>
            </div>
          )}
          <Seal />
          <div>
            <dt>
              <Trans>Serial number</Trans>
            </dt>
            <dd>{serial}</dd>
          </div>
        </dl>
        <p className="certificate-verify">
          <Trans>
            Verify this certificate at <Link to={paths.verifySerial(serial)}>{verifyAddress(serial)}</Link>
          </Trans>
        </p>
      </Paper>
    </article>
  );
}

/** The paper while the server has not issued the certificate. */
export function PendingSheet({ courseTitle }: { courseTitle: string }) {
  const { name } = useActiveUser();
  const { isOffline } = useConnection();
  return (
    <section className="certificate" aria-label={t`Your course`}>
      <Paper learnerName={name} courseTitle={courseTitle}>
        <p role="status" className="certificate-pending">
          <Trans>Your certificate will be issued at the next sync.</Trans>
          {isOffline && (
            <>
              {' '}
              <Trans>You're offline. It appears here when you're back online.</Trans>
            </>
          )}
        </p>
      </Paper>
    </section>
  );
}

type PaperProps = { learnerName: string; courseTitle: string; children: ReactNode };

function Paper({ learnerName, courseTitle, children }: PaperProps) {
  return (
    <div className="certificate-paper">
      <p className="certificate-brand">
        <Mark />
        <Trans>Groundwork</Trans>
      </p>
      <h2 className="certificate-heading">
        <Trans>Certificate of Completion</Trans>
      </h2>
      <p className="certificate-small">
        <Trans>This certifies that</Trans>
      </p>
      <p className="certificate-name" data-length={lengthOf(learnerName)}>
        {learnerName}
      </p>
      <p className="certificate-small">
        <Trans>has completed the course</Trans>
      </p>
      <p className="certificate-course" data-length={lengthOf(courseTitle)}>
        {courseTitle}
      </p>
      {children}
    </div>
  );
}

/** The public address at which anyone can verify a certificate. */
export function verifyAddress(serial: string): string {
  return new URL(paths.verifySerial(serial), location.origin).href;
}

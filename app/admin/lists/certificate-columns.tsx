// Who is certified in a course, until when, and why not (decision 188): a column of lists of people, with more of it in their files.
import { t } from '@lingui/core/macro';
import { type CertificateStanding, type CourseCertificate, SOON_DAYS, validityOf } from '#sync/contract/certificate.ts';
import { dayOf } from '#sync/contract/due.ts';
import { dateWords, dayWords } from '../../ui/labels.ts';
import type { Column } from '../../ui/table/table-view.ts';

/** The options of the filter by them. */
export const CERTIFICATE_LABELS: readonly (readonly [CertificateStanding, string])[] = [
  ['valid', t`Valid certificate`],
  ['soon', t`Certificate expires within ${SOON_DAYS} days`],
  ['not-valid', t`No valid certificate`],
  ['expired', t`Expired certificate`],
  ['none', t`Never certified, or revoked`],
];

const STATES = { valid: t`Valid`, soon: t`Valid`, expired: t`Expired`, revoked: t`Revoked` };

const stateOf = ({ certificate }: CourseCertificate) =>
  certificate ? STATES[validityOf(certificate, dayOf(new Date()))] : t`None`;

/** 'Valid until 3 Dec 2027', 'Expired on 3 Dec', 'Revoked on 3 Dec'. */
function validityOn(held: CourseCertificate): string {
  const { validUntil = null, revokedAt = null } = held.certificate ?? {};
  if (revokedAt) return t`Revoked on ${dateWords(revokedAt)}`;
  if (!validUntil) return stateOf(held);
  return stateOf(held) === STATES.valid
    ? t`Valid until ${dayWords(validUntil)}`
    : t`Expired on ${dayWords(validUntil)}`;
}

/** What explains it; '' for whoever completed the course and holds its certificate. */
function reasonOf({ certificate, stage }: CourseCertificate): string {
  if (stage === 'renewed') return t`Renewed, not completed yet`;
  if (certificate) return '';
  if (stage === 'completed') return t`Completed without a certificate`;
  return stage === 'not-enrolled' ? t`Not enrolled` : t`Never completed`;
}

/** A row has none until the answer about its course is here. */
export const certificateColumns = <Row,>(of: (row: Row) => CourseCertificate | undefined): readonly Column<Row>[] => {
  const told =
    <Value,>(tell: (held: CourseCertificate) => Value) =>
    (row: Row) => {
      const held = of(row);
      return held ? tell(held) : null;
    };
  return [
    {
      ...{ key: 'certificate', title: t`Certificate` },
      value: told(stateOf),
      cell: told((held) => <CertificateCell held={held} />),
    },
    {
      ...{ key: 'until', title: t`Valid until`, isFileOnly: true },
      value: told(({ certificate }) => certificate?.validUntil),
    },
    {
      key: 'serial',
      title: t`Certificate number`,
      isFileOnly: true,
      value: told(({ certificate }) => certificate?.serial),
    },
    { key: 'reason', title: t`Certificate note`, isFileOnly: true, value: told(reasonOf) },
  ];
};

function CertificateCell({ held }: { held: CourseCertificate }) {
  const reason = reasonOf(held);
  return (
    <>
      {validityOn(held)}
      {reason && <span className="text-ink-soft text-sm max-md:block md:ms-2">{reason}</span>}
    </>
  );
}

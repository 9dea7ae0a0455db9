import * as z from 'zod/mini';
import { addDays, Day } from './due.ts';
import { Id, requiredText } from './fields.ts';
import type { MailStatus } from './mail.ts';

// Certificates: what anyone may verify, what their owner sees, and how a serial is parsed (P-25).

/** Names are as of the day of issue; `issuedAt` is ISO 8601, `serial` has the form 'GW-XXXX-XXXX-XXXX'. */
export const Certificate = z.object({
  serial: z.string(),
  learnerName: z.string(),
  courseTitle: z.string(),
  /** The organization whose course it is; null for a course of the installation, absent in what an older server sent. */
  issuerName: z.optional(z.nullable(z.string())),
  issuedAt: z.string(),
  /** The last day on which it is valid, such as '2027-11-23'; null for good, absent in what an older server sent. */
  validUntil: z.optional(z.nullable(z.string())),
  /** When an admin revoked it (ISO 8601). */
  revokedAt: z.optional(z.nullable(z.string())),
});
export type Certificate = z.infer<typeof Certificate>;

/** What stands in place of the name on a certificate whose holder was erased. */
export const ERASED_HOLDER = 'Holder erased';

/** A person's own certificate; `courseId` is null after the course was deleted, and the certificate stays valid. */
export const OwnCertificate = z.extend(Certificate, {
  courseId: z.nullable(Id),
  /** The round of the course that it was issued for; absent in the first. */
  round: z.optional(z.int()),
});
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** Response of GET /api/certificates, newest first. */
export const CertificateList = z.object({ certificates: z.array(OwnCertificate) });

/** A certificate expires soon when at most so many days are left. */
export const SOON_DAYS = 30;

/** From so many days before its end on, a certificate tells how many are left. */
const COUNTED_DAYS = 90;

/** What lists of people are narrowed by: a certificate that ends within so many days, or has ended; unrenewed is one that can be renewed. */
export const CERTIFICATES_ENDING = ['7', '30', '60', '90', 'ended', 'unrenewed'] as const;
export type CertificatesEnding = (typeof CERTIFICATES_ENDING)[number];

/** Whether these have ended already. */
export const haveEnded = (when: CertificatesEnding): boolean => when === 'ended' || when === 'unrenewed';

/**
 * Who is certified in a course, and who is not (decision 188). Valid includes soon, and not-valid is expired and none together. Expired is
 * whose last certificate has ended, also after a renewal; none is who never had one, or whose last one was revoked.
 */
export const CERTIFICATE_STANDINGS = ['valid', 'soon', 'not-valid', 'expired', 'none'] as const;
export type CertificateStanding = (typeof CERTIFICATE_STANDINGS)[number];

/** What lists of people are narrowed by: what is to be renewed, or who stands how with the certificates of one course, or of any. */
export const PEOPLE_CERTIFICATES = [...CERTIFICATES_ENDING, 'valid', 'not-valid', 'none'] as const;

/** The end of a certificate that a list is narrowed by; undefined for what is no end. */
export const endingIn = (certificates: string | undefined): CertificatesEnding | undefined =>
  CERTIFICATES_ENDING.find((when) => when === certificates);

/** Where someone is in a course: `renewed` is in a later round that is not completed. */
export type CourseStage = 'not-enrolled' | 'not-completed' | 'renewed' | 'completed';

/** A person's certificate of a course: the valid one with the latest end, without any the last one; null without one. */
export type CourseCertificate = {
  certificate: Required<Pick<Certificate, 'serial' | 'validUntil' | 'revokedAt'>> | null;
  stage: CourseStage;
};

/** How many days before its end a certificate is counted on Overview, and reminded of as far as the organization has set it. */
export const CERTIFICATE_REMINDER_DAYS = [90, 60, 30, 7] as const;

export type Validity = 'valid' | 'soon' | 'expired' | 'revoked';
export type CertificateEnd = Pick<Certificate, 'validUntil' | 'revokedAt'>;

/** Whether a certificate is valid on this day, and until when it was. */
export function validityOf({ validUntil, revokedAt }: CertificateEnd, today: string): Validity {
  if (revokedAt) return 'revoked';
  if (!validUntil || validUntil > addDays(today, SOON_DAYS)) return 'valid';
  return validUntil < today ? 'expired' : 'soon';
}

/** Response of GET /api/certificates/{serial}: judged by the calendar of the server. */
export type VerifiedCertificate = Certificate & { validity: Validity };

/** Whether a certificate has ended, or ends within COUNTED_DAYS. */
export const isRunningOut = (validUntil: string, today: string): boolean => validUntil <= addDays(today, COUNTED_DAYS);

/** Whether the end of a certificate is worth telling its holder on the first page: until SOON_DAYS after it. */
export const isEndNews = (validUntil: string, today: string): boolean =>
  isRunningOut(validUntil, today) && validUntil >= addDays(today, -SOON_DAYS);

/** The longest reason of an admin, in characters. */
export const REASON_LIMIT = 500;
const Reason = requiredText(
  'Please give a reason.',
  REASON_LIMIT,
  `The reason may have at most ${REASON_LIMIT} characters.`,
);

/** Body of POST /api/admin/certificates/{serial}: what an admin does to a certificate, and why. */
export const CertificateChange = z.discriminatedUnion('act', [
  z.object({ act: z.literal('extend'), validUntil: Day, reason: Reason }),
  z.object({ act: z.literal('revoke'), reason: Reason }),
  /** A new certificate with today's name and title in its place, valid as long. */
  z.object({ act: z.literal('reissue'), reason: Reason }),
]);
export type CertificateChange = z.infer<typeof CertificateChange>;

/** What an admin did to a certificate. */
export type CertificateAct = {
  act: CertificateChange['act'];
  /** ISO 8601. */
  at: string;
  reason: string;
  /** Until when an extended one was valid before. */
  before?: string;
};

/** A certificate as admins see it. */
export type HeldCertificate = Required<Omit<Certificate, 'learnerName' | 'issuerName'>> & {
  /** The serial of the one that it was issued in place of. */
  replaces: string | null;
  history: CertificateAct[];
  /** What became of the last reminder that it ends; null without one. */
  reminder?: MailStatus | null;
  /** True where the admin may extend, revoke and reissue it. */
  canChange: boolean;
};

/** 32 characters without look-alikes: no I, L, O, U. */
export const SERIAL_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Twelve characters of five bits each: 60 bits, too many to guess. */
export const SERIAL_LENGTH = 12;

export function writeSerial(signs: string): string {
  return `GW-${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`;
}

/**
 * Parses a typed or linked serial and formats it; case, spaces and hyphens are ignored, and O, I and L are read as
 * digits. undefined when it cannot be a serial.
 */
export function readSerial(text: string): string | undefined {
  const bare = text.toUpperCase().replace(/[^A-Z\d]/g, '');
  const signs = (bare.length > SERIAL_LENGTH ? bare.replace(/^GW/, '') : bare)
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isSerial = signs.length === SERIAL_LENGTH && [...signs].every((sign) => SERIAL_SIGNS.includes(sign));
  return isSerial ? writeSerial(signs) : undefined;
}

/** 'November 21, 2026': the same date in every time zone. */
export function certificateDate(issuedAt: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(issuedAt));
}

/** Latin, Greek, Cyrillic, Armenian and Georgian with their accents and apostrophes: the characters in the PDF's own font. */
const DRAWN =
  /^(?:[\u0020-\u007E\u00A0-\u02E9\u02EC-\u02EE\u0370-\u0525\u0531-\u055F\u0561-\u0587\u0589\u058A\u10A0-\u10C5\u10D0-\u10FC\u1E00-\u1EFB\u1F00-\u1FFE\u2010-\u2027\u2030-\u205E\u20A0-\u20B5\u20B8-\u20BA\u20BD\u2116\u2122\u2C60-\u2C77\uA78B-\uA78E]|[\u0300-\u034F])*$/;

export const isDrawn = (text: string): boolean => DRAWN.test(text.normalize('NFC'));

/** The scripts for which the PDF has other fonts, with their joiners, signs and digits, and emoji. */
const OF_OTHER_FONTS =
  /^(?:[\p{scx=Arab}\p{scx=Hebr}\p{scx=Deva}\p{scx=Thai}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]|\p{Emoji}|[\u200C-\u200F]|\uFE0F|[\u{E0062}-\u{E007F}])$/u;

/** True when the server can draw the PDF; certificates in other scripts are printed from the page. */
export function fitsPdf({ learnerName, courseTitle }: Pick<Certificate, 'learnerName' | 'courseTitle'>): boolean {
  return [...`${learnerName}${courseTitle}`.normalize('NFC')].every(
    (sign) => isDrawn(sign) || OF_OTHER_FONTS.test(sign),
  );
}

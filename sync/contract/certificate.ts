import * as z from 'zod/mini';
import { Id } from './course.ts';

// The proof of a completed course: what anybody may verify, what its owner has, and how its serial is read (decisions 25).

/** Names are those of the day it was issued; `issuedAt` is ISO 8601, `serial` is written 'GW-XXXX-XXXX-XXXX'. */
export const Certificate = z.object({
  serial: z.string(),
  learnerName: z.string(),
  courseTitle: z.string(),
  issuedAt: z.string(),
});
export type Certificate = z.infer<typeof Certificate>;

/** A person's own one; `courseId` is null when the course is gone, which takes nothing from the certificate. */
export const OwnCertificate = z.extend(Certificate, { courseId: z.nullable(Id) });
export type OwnCertificate = z.infer<typeof OwnCertificate>;

/** Answer of GET /api/certificates, the newest first. */
export const CertificateList = z.object({ certificates: z.array(OwnCertificate) });

/** 32 signs without those that look like another one: no I, L, O, U. */
export const SERIAL_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Twelve signs of five bits each: 60 bits that nobody guesses. */
export const SERIAL_LENGTH = 12;

/** The serial of these twelve signs as it is printed. */
export function writeSerial(signs: string): string {
  return `GW-${signs.slice(0, 4)}-${signs.slice(4, 8)}-${signs.slice(8)}`;
}

/**
 * The serial that a person typed or a link carries, as it is printed: case, spaces and hyphens do not count, and O, I and
 * L are the digits that they were taken for. Undefined when it cannot be one.
 */
export function readSerial(text: string): string | undefined {
  const bare = text.toUpperCase().replace(/[^A-Z\d]/g, '');
  const signs = (bare.length > SERIAL_LENGTH ? bare.replace(/^GW/, '') : bare)
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const isSerial = signs.length === SERIAL_LENGTH && [...signs].every((sign) => SERIAL_SIGNS.includes(sign));
  return isSerial ? writeSerial(signs) : undefined;
}

/** 'November 21, 2026': the same day for everybody who reads it, wherever they are. */
export function certificateDate(issuedAt: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(issuedAt));
}

/** Latin, Greek and Cyrillic with their signs: what the font of the PDF draws. */
const DRAWN =
  /^(?:[\u0020-\u007E\u00A0-\u02AF\u0370-\u0525\u1E00-\u1EFB\u1F00-\u1FFF\u2010-\u2027\u2030-\u205E\u20A0-\u20B5\u2116\u2122]|[\u0300-\u034F])*$/;

/** True when the server can make the PDF; a certificate in other scripts is printed from the browser's page. */
export function fitsPdf({ learnerName, courseTitle }: Pick<Certificate, 'learnerName' | 'courseTitle'>): boolean {
  return DRAWN.test(learnerName.normalize('NFC')) && DRAWN.test(courseTitle.normalize('NFC'));
}

/** Where the server answers for a serial: as words, and as a PDF. */
export const certificatePath = (serial: string) => `/api/certificates/${serial}`;
export const certificatePdfPath = (serial: string) => `${certificatePath(serial)}/pdf`;

// Certificates: the proof of a completed course stays, whatever happens to course and account (P-25).
import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import {
  type Certificate,
  type OwnCertificate,
  readSerial,
  SERIAL_LENGTH,
  SERIAL_SIGNS,
  type VerifiedCertificate,
  validityOf,
  writeSerial,
} from '#sync/contract/certificate.ts';
import { addMonths, dayOf } from '#sync/contract/due.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, inBatches, pick, run, type Steps, type TxContext } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { announce } from '../events.ts';
import { languageOf } from '../mail/receiver.ts';
import type { Offer } from '../words/languages.ts';

/** The certificate of a serial as a person typed it; `certificate_not_found` when there is none. */
export async function findCertificate({ db, env, now }: Verifying, typed: string): Promise<VerifiedCertificate> {
  const { courseId: _, ...certificate } = await findIssued(db, typed);
  return { ...certificate, validity: validityOf(certificate, dayOf(now(), env.timeZone)) };
}

/** The same with its course, not judged by a calendar. */
export async function findIssued(db: Db, typed: string): Promise<OwnCertificate> {
  const serial = readSerial(typed);
  const { certificates } = db.tables;
  const [row] = await db
    .select()
    .from(certificates)
    .where(eq(certificates.serial, serial ?? ''));
  if (!row) throw new Refusal('certificate_not_found');
  return { ...toCertificate(row), courseId: row.courseId };
}

type Verifying = Pick<Deps, 'db' | 'env' | 'now'>;

/** A person's certificates, newest first. */
export async function listOwnCertificates(db: Db, userId: string): Promise<OwnCertificate[]> {
  const { certificates } = db.tables;
  const rows = await db
    .select()
    .from(certificates)
    .where(eq(certificates.userId, userId))
    .orderBy(desc(certificates.issuedAt), certificates.serial);
  return rows.map((row) => ({
    ...toCertificate(row),
    courseId: row.courseId,
    ...(row.round > 1 && { round: row.round }),
  }));
}

/** The language in which a certificate is drawn: that of its holder, and the default when they are gone. */
export function* languageOfHolder(tx: TxContext, offer: Offer, serial: string): Steps<string> {
  const { certificates } = tx.tables;
  const ofIt = eq(certificates.serial, serial);
  const [row] = yield* run(tx.queries.select({ userId: certificates.userId }).from(certificates).where(ofIt));
  return row?.userId ? yield* languageOf(tx, offer, { to: '', userId: row.userId }) : offer.defaultLanguage;
}

/** The certificate of a person's round of a course; undefined when there is none. */
export async function findOfCourse(tx: TxContext, whose: { userId: string; courseId: number; round: number }) {
  const [row] = await findByCourse(tx, whose);
  return row && toCertificate(row);
}

type CertificateRow = Tables['certificates']['$inferSelect'];

function toCertificate(row: CertificateRow): Certificate {
  return {
    ...pick(row, 'serial', 'learnerName', 'courseTitle', 'issuerName', 'validUntil'),
    issuedAt: row.issuedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

const findByCourse = prepared<{ userId: string; courseId: number; round: number }>()(
  ({ queries, tables: { certificates } }) =>
    queries
      .select()
      .from(certificates)
      .where(
        and(
          eq(certificates.userId, sql.placeholder('userId')),
          eq(certificates.courseId, sql.placeholder('courseId')),
          eq(certificates.round, sql.placeholder('round')),
        ),
      )
      .orderBy(desc(certificates.issue))
      .limit(1),
);

interface Issued {
  userId: string;
  serial: string;
  validUntil: string | null;
  issuedAt: Date;
  round: number;
}

/** Announces the certificates of one course that were issued in this unit. */
export function* announceCertificates(
  tx: TxContext,
  courseId: number,
  issued: readonly Issued[],
  now?: Date,
): Steps<void> {
  const [first] = issued;
  if (!first) return;
  const people = issued.map(({ userId, serial, validUntil, issuedAt, round }) => ({
    userId,
    key: serial,
    round,
    data: { serial, issuedAt: issuedAt.toISOString(), validUntil },
  }));
  const when = { at: now ?? first.issuedAt, doneAt: first.issuedAt };
  yield* announce(tx, { type: 'course.certified', courseId, ...when, people });
}

interface Completions {
  courseId: number;
  /** The date of the certificates. */
  at: Date;
  userIds: string[];
  /** When they are issued, where that is not their date. */
  now?: Date;
}

/**
 * Issues the certificates of those of these people who have completed all lessons of a course, as a step of the unit that completes it. An
 * existing certificate stays, also when two units issue one at once.
 */
export function* issueCertificates(tx: TxContext, { courseId, at, userIds, now }: Completions): Steps<void> {
  const { courseProgress, profiles, courses, certificates, organizations } = tx.tables;
  const rows = yield* run(
    tx
      .select({
        userId: profiles.id,
        learnerName: profiles.fullName,
        courseTitle: courses.title,
        issuerName: organizations.name,
        validMonths: courses.validMonths,
        round: courseProgress.round,
      })
      .from(courseProgress)
      .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
      .innerJoin(courses, eq(courses.id, courseProgress.courseId))
      .leftJoin(organizations, eq(organizations.id, courses.organizationId))
      .leftJoin(
        certificates,
        and(
          eq(certificates.userId, profiles.id),
          eq(certificates.courseId, courses.id),
          eq(certificates.round, courseProgress.round),
        ),
      )
      .where(
        and(
          eq(courseProgress.courseId, courseId),
          inArray(courseProgress.userId, userIds),
          eq(courseProgress.percent, 100),
          isNull(certificates.id),
          isNull(profiles.erasedAt),
        ),
      ),
  );
  for (const part of inBatches(rows)) {
    const issued = part.map(({ userId, learnerName, courseTitle, issuerName, validMonths, round }) => ({
      userId,
      courseId,
      courseTitle,
      issuerName,
      round,
      issuedAt: at,
      learnerName: nameOf(learnerName),
      serial: newSerial(),
      validUntil: endOf(at, validMonths),
    }));
    const saved = yield* run(
      tx.insert(certificates).values(issued).onConflictDoNothing().returning({ serial: certificates.serial }),
    );
    const serials = new Set(saved.map(({ serial }) => serial));
    yield* announceCertificates(
      tx,
      courseId,
      issued.filter(({ serial }) => serials.has(serial)),
      now,
    );
  }
}

/** The last day of a certificate, counted from the date of issue that is printed on it. */
const endOf = (issuedAt: Date, validMonths: number | null) =>
  validMonths === null ? null : addMonths(issuedAt.toISOString().slice(0, 10), validMonths);

export const nameOf = (fullName: string | null) => fullName?.trim() || 'Groundwork learner';

/** 60 random bits, written so that they can be read aloud. */
export function newSerial(): string {
  // 256 is a multiple of the 32 signs, so each is as likely.
  const signs = [...randomBytes(SERIAL_LENGTH)].map((byte) => SERIAL_SIGNS[byte % SERIAL_SIGNS.length]);
  return writeSerial(signs.join(''));
}

// Certificates: who completed a course keeps the proof, whatever becomes of course and account (decisions 25).
import { randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  type Certificate,
  type OwnCertificate,
  readSerial,
  SERIAL_LENGTH,
  SERIAL_SIGNS,
  writeSerial,
} from '#sync/contract/certificate.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { inParts } from '../audit/bulk.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import { boundParam, prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';

/** The certificate of a serial as somebody typed it; `certificate_not_found` when there is none. */
export async function findCertificate(db: Db, typed: string): Promise<Certificate> {
  const serial = readSerial(typed);
  const [row] = serial === undefined ? [] : await findBySerial(db, { serial });
  if (!row) throw new Refusal('certificate_not_found');
  return certificateOnTheWire(row);
}

/** A person's certificates, the newest first; those of courses completed before there were any are issued now. */
export async function listOwnCertificates(db: Db, userId: string): Promise<OwnCertificate[]> {
  const source = db;
  const missing = await findMissing(source, { userId });
  for (const { courseId, completedAt } of missing) {
    const completion = { userId, courseId, at: completedAt ?? new Date() };
    await db.transact((source) => issueCertificate(source, completion), userId);
  }
  const rows = await findOwn(source, { userId });
  return rows.map((row) => ({ ...certificateOnTheWire(row), courseId: row.courseId }));
}

/** The certificate of a person's course; undefined when there is none. */
export async function findOfCourse(
  source: TxContext,
  whose: { userId: string; courseId: number },
): Promise<Certificate | undefined> {
  const [row] = await findByCourse(source, whose);
  return row && certificateOnTheWire(row);
}

type Row = Tables['certificates']['$inferSelect'];

function certificateOnTheWire({ serial, learnerName, courseTitle, issuedAt }: Row): Certificate {
  return { serial, learnerName, courseTitle, issuedAt: issuedAt.toISOString() };
}

const findBySerial = prepared<{ serial: string }>()(({ queries, tables: { certificates } }) =>
  queries
    .select()
    .from(certificates)
    .where(eq(certificates.serial, sql.placeholder('serial'))),
);

const findByCourse = prepared<{ userId: string; courseId: number }>()(({ queries, tables: { certificates } }) =>
  queries
    .select()
    .from(certificates)
    .where(
      and(eq(certificates.userId, sql.placeholder('userId')), eq(certificates.courseId, sql.placeholder('courseId'))),
    ),
);

const findOwn = prepared<{ userId: string }>()(({ queries, tables: { certificates } }) =>
  queries
    .select()
    .from(certificates)
    .where(eq(certificates.userId, sql.placeholder('userId')))
    .orderBy(desc(certificates.issuedAt), certificates.serial),
);

const findMissing = prepared<{ userId: string }>()(({ queries, tables: { certificates, courseProgress } }) =>
  queries
    .select({ courseId: courseProgress.courseId, completedAt: courseProgress.completedAt })
    .from(courseProgress)
    .leftJoin(
      certificates,
      and(eq(certificates.userId, courseProgress.userId), eq(certificates.courseId, courseProgress.courseId)),
    )
    .where(
      and(
        eq(courseProgress.userId, sql.placeholder('userId')),
        isNotNull(courseProgress.completedAt),
        isNull(certificates.id),
      ),
    ),
);

/** For whom a certificate is issued, and the moment it bears. */
export interface Completion {
  userId: string;
  courseId: number;
  at: Date;
}

/**
 * Issues the certificate of a completed course as a step of the unit that completes it; a person who has it keeps the
 * one they have, also when two units come to this at once.
 */
export function* issueCertificate(source: TxContext, { userId, courseId, at }: Completion): Steps<void> {
  const [words] = yield* run(findWords(source, { userId, courseId }));
  if (!words || words.serial !== null) return;
  const { learnerName, courseTitle } = words;
  yield* run(
    keepCertificate(source, {
      id: randomUUID(),
      serial: newSerial(),
      userId,
      courseId,
      learnerName: nameOf(learnerName),
      courseTitle,
      issuedAt: at,
    }),
  );
}

/** Issues the certificates of everybody who has completed all lessons of a course and has none yet. */
export function* issueCertificates(source: TxContext, { courseId, at }: Omit<Completion, 'userId'>): Steps<void> {
  const { courseProgress, profiles, courses, certificates } = source.tables;
  const rows = yield* run(
    source
      .select({ userId: profiles.id, learnerName: profiles.fullName, courseTitle: courses.title })
      .from(courseProgress)
      .innerJoin(profiles, eq(profiles.id, courseProgress.userId))
      .innerJoin(courses, eq(courses.id, courseProgress.courseId))
      .leftJoin(certificates, and(eq(certificates.userId, profiles.id), eq(certificates.courseId, courses.id)))
      .where(and(eq(courseProgress.courseId, courseId), eq(courseProgress.percent, 100), isNull(certificates.id))),
  );
  for (const part of inParts(rows)) {
    const issued = part.map(({ userId, learnerName, courseTitle }) => {
      return { userId, courseId, courseTitle, learnerName: nameOf(learnerName), serial: newSerial(), issuedAt: at };
    });
    yield* run(source.insert(certificates).values(issued).onConflictDoNothing());
  }
}

const nameOf = (fullName: string | null) => fullName?.trim() || 'Groundwork learner';

/** 60 random bits, written so that they can be read aloud. */
export function newSerial(): string {
  // 256 is a multiple of the 32 signs, so each is as likely.
  const signs = [...randomBytes(SERIAL_LENGTH)].map((byte) => SERIAL_SIGNS[byte % SERIAL_SIGNS.length]);
  return writeSerial(signs.join(''));
}

const findWords = prepared<Omit<Completion, 'at'>>()(({ queries, tables }) => {
  const { profiles, courses, certificates } = tables;
  return queries
    .select({ learnerName: profiles.fullName, courseTitle: courses.title, serial: certificates.serial })
    .from(profiles)
    .innerJoin(courses, eq(courses.id, sql.placeholder('courseId')))
    .leftJoin(certificates, and(eq(certificates.userId, profiles.id), eq(certificates.courseId, courses.id)))
    .where(eq(profiles.id, sql.placeholder('userId')));
});

interface KeptCertificate {
  id: string;
  serial: string;
  userId: string;
  courseId: number;
  learnerName: string;
  courseTitle: string;
  issuedAt: Date;
}

const keepCertificate = prepared<KeptCertificate>()(({ queries, tables: { certificates } }) =>
  queries
    .insert(certificates)
    .values({
      id: sql.placeholder('id'),
      serial: sql.placeholder('serial'),
      userId: sql.placeholder('userId'),
      courseId: sql.placeholder('courseId'),
      learnerName: sql.placeholder('learnerName'),
      courseTitle: sql.placeholder('courseTitle'),
      issuedAt: boundParam(certificates.issuedAt, 'issuedAt'),
    })
    .onConflictDoNothing({ target: [certificates.userId, certificates.courseId] }),
);

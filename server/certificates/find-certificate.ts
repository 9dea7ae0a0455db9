import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type Certificate, type OwnCertificate, readSerial } from '#sync/contract/certificate.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Db, Source } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import type { Tables } from '../db/schema.ts';
import { issueCertificate } from './issue.ts';

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
  source: Source,
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

// What admins do to certificates by hand (decision 188). Each act has a reason, which the certificate and the audit log keep.
import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { type CertificateAct, type CertificateChange, readSerial } from '#sync/contract/certificate.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { requireEditable } from '../../catalog/editable.ts';
import { announceCertificates, nameOf, newSerial } from '../../certificates/issue.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import type { Tables } from '../../db/schema.ts';
import { announce } from '../../events.ts';
import { type AuditActor, audit } from '../../http/audit-log.ts';
import { may, type Person } from '../../permissions.ts';

type CertificateRow = Tables['certificates']['$inferSelect'];
type Held = CertificateRow & { organizationId: string | null; fullName: string | null };

/**
 * Extends, revokes or reissues the certificate of a person whom the actor administers, in a course that they may edit. Refuses
 * `certificate_not_found`, `certificate_revoked` and `certificate_replaced`.
 */
export function changeCertificate(db: Db, caller: AuditActor, request: { serial: string; change: CertificateChange }) {
  const { change } = request;
  return db.transact(function* (tx) {
    const held = yield* requireChangeable(tx, caller.actor, request.serial);
    const { serial, userId, organizationId } = held;
    if (held.isReplaced) throw new Refusal('certificate_replaced');
    if (held.revokedAt && change.act !== 'reissue') throw new Refusal('certificate_revoked');
    if (change.act === 'extend') requireLater(held.validUntil, change.validUntil);
    const { act, reason } = change;
    const done: CertificateAct = { act, at: caller.now.toISOString(), reason };
    if (act === 'extend' && held.validUntil) done.before = held.validUntil;
    const { certificates } = tx.tables;
    yield* run(
      tx
        .update(certificates)
        .set({
          ...(act === 'extend' ? { validUntil: change.validUntil } : { revokedAt: held.revokedAt ?? caller.now }),
          history: [...(held.history ?? []), done],
        })
        .where(eq(certificates.id, held.id)),
    );
    if (userId) yield* announceChange(tx, { ...held, userId }, change, caller.now);
    const fresh = act === 'reissue' ? yield* reissue(tx, held, caller.now) : undefined;
    const details = { serial, reason, ...(act === 'extend' && { validUntil: change.validUntil }), ...fresh };
    yield* audit(tx, caller, { action: PAST[act].action, organizationId, subject: userId ?? '', details });
    return { message: `${serial} was ${PAST[act].word}.`, serial: fresh?.newSerial ?? serial };
  });
}

/** A certificate that is issued again has a new serial, and its old one is revoked. */
function* announceChange(
  tx: TxContext,
  held: Held & { userId: string },
  change: CertificateChange,
  now: Date,
): Steps<void> {
  const { courseId, userId, serial, round, revokedAt } = held;
  if (courseId === null || revokedAt) return;
  const { reason } = change;
  const told =
    change.act === 'extend'
      ? {
          type: 'certificate.extended' as const,
          person: { key: `${serial}/${change.validUntil}`, data: { serial, validUntil: change.validUntil, reason } },
        }
      : { type: 'certificate.revoked' as const, person: { key: serial, data: { serial, reason } } };
  yield* announce(tx, { type: told.type, courseId, at: now, people: [{ userId, round, ...told.person }] });
}

const PAST = {
  extend: { action: 'certificate.extended', word: 'extended' },
  revoke: { action: 'certificate.revoked', word: 'revoked' },
  reissue: { action: 'certificate.reissued', word: 'reissued' },
};

function requireLater(present: string | null, wanted: string): void {
  if (present !== null && wanted > present) return;
  const message =
    present === null ? 'This certificate is valid for good.' : 'Choose a day after the one until which it is valid.';
  throw new Refusal('validation_failed', { field: 'validUntil' }, message);
}

/** The certificate of an erased person is nobody's to change; that of a deleted course is changed by super admins alone. */
function* requireChangeable(tx: TxContext, actor: Person, typed: string): Steps<Held & { isReplaced: boolean }> {
  const missing = new Refusal('certificate_not_found');
  const { certificates, profiles } = tx.tables;
  const serial = readSerial(typed);
  if (serial === undefined) throw missing;
  const [found] = yield* run(
    tx
      .select({ certificate: certificates, organizationId: profiles.organizationId, fullName: profiles.fullName })
      .from(certificates)
      .innerJoin(profiles, eq(profiles.id, certificates.userId))
      .where(eq(certificates.serial, serial)),
  );
  if (!found || !may(actor, 'run_organization', found)) throw missing;
  const { certificate, ...person } = found;
  if (certificate.courseId === null) {
    if (!actor.isSuperAdmin) throw missing;
  } else yield* requireEditable(tx, actor, certificate.courseId, missing);
  const [next] = yield* run(
    tx.select({ id: certificates.id }).from(certificates).where(eq(certificates.replaces, serial)),
  );
  return { ...certificate, ...person, isReplaced: next !== undefined };
}

/** The same certificate with a new serial and today's name and title. */
function* reissue(tx: TxContext, held: Held, now: Date): Steps<{ newSerial: string }> {
  const { certificates, courses, organizations } = tx.tables;
  const { userId, courseId, round, validUntil } = held;
  const [course] = yield* run(
    tx
      .select({ title: courses.title, issuerName: organizations.name })
      .from(courses)
      .leftJoin(organizations, eq(organizations.id, courses.organizationId))
      .where(eq(courses.id, courseId ?? 0)),
  );
  const ofRound = and(
    eq(certificates.userId, userId ?? ''),
    eq(certificates.courseId, courseId ?? 0),
    eq(certificates.round, round),
  );
  const [last] = yield* run(
    tx
      .select({ issue: certificates.issue })
      .from(certificates)
      .where(ofRound)
      .orderBy(desc(certificates.issue))
      .limit(1),
  );
  const serial = newSerial();
  yield* run(
    tx.insert(certificates).values({
      ...{ id: randomUUID(), serial, userId, courseId, round, validUntil, replaces: held.serial },
      issue: (last?.issue ?? held.issue) + 1,
      learnerName: nameOf(held.fullName),
      courseTitle: course?.title ?? held.courseTitle,
      issuerName: course ? course.issuerName : held.issuerName,
      issuedAt: now,
    }),
  );
  if (userId && courseId !== null)
    yield* announceCertificates(tx, courseId, [{ userId, serial, validUntil, issuedAt: now, round }]);
  return { newSerial: serial };
}

// Inviting many people at once (Z6). All rows that can be invited are, in one transaction with their mails, or none is.
import type { ManyInvitations, ManyInvited } from '#sync/contract/organization.ts';
import type { Source, Steps } from '../db/client.ts';
import { run } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { Acting } from '../http/admin.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMails } from '../mail/outbox.ts';
import { inParts, noteEach } from './bulk.ts';
import { freshInvitation } from './invitations.ts';
import { type Judged, judgeRows } from './judge-rows.ts';
import { type Organization, requireActive } from './require-organization.ts';

/**
 * Makes an invitation of one use for each row that is right, bound to its address, and queues its mail; tells of every
 * row what became of it. A dry run only tells. Refuses `organization_not_found` and `organization_inactive`.
 */
export async function inviteMany(
  { db, env, post }: Deps,
  acting: Acting,
  { organizationId, dryRun, rows }: ManyInvitations & { organizationId: string },
): Promise<ManyInvited> {
  const judged = await db.transact(function* (source) {
    const organization = yield* requireActive(source, acting.actor, organizationId);
    const all = yield* judgeRows(source, { rows, organizationId: organization.id, now: acting.now });
    if (!dryRun) yield* invite(source, acting, { organization, guests: all.filter(isRight), origin: env.publicUrl });
    return all;
  });
  if (!dryRun) post.collect();
  const invited = judged.filter(isRight).length;
  return { dryRun, invited, refused: judged.length - invited, rows: judged.map(outcome) };
}

type Guest = Extract<Judged, { reason: null }>;

function isRight(row: Judged): row is Guest {
  return row.reason === null;
}

interface Inviting {
  organization: Organization;
  guests: Guest[];
  origin: string;
}

function* invite(source: Source, acting: Acting, { organization, guests, origin }: Inviting): Steps<void> {
  const made = guests.map(({ email, role, course }) => {
    const author = { createdBy: acting.actor.id, createdAt: acting.now };
    const about = { organizationId: organization.id, email, role, courseId: course?.id ?? null };
    const { token, row } = freshInvitation({ ...about, ...author, maxUses: 1 });
    const link = `${origin}/invite?${new URLSearchParams({ token })}`;
    const mail = accountMail('invitation', { link, organization: organization.name, course: course?.title });
    const details = { email, role, courseId: about.courseId };
    const act = { action: 'invitation.mailed', organizationId: organization.id, subject: row.id, details };
    return { row, mail: { ...mail, to: email, at: acting.now }, act };
  });
  for (const part of inParts(made)) {
    yield* run(source.insert(source.tables.invitations).values(part.map(({ row }) => row)));
    yield* run(
      queueMails(
        source,
        part.map(({ mail }) => mail),
      ),
    );
  }
  yield* noteEach(
    source,
    acting,
    made.map(({ act }) => act),
  );
}

function outcome(row: Judged, at: number): ManyInvited['rows'][number] {
  const field = row.reason === null ? null : row.field;
  return { row: at + 1, email: row.email, isInvited: row.reason === null, field, reason: row.reason };
}

// Making a link and putting its mail into the outbox, in the unit of work that the link belongs to.
import type { Db, Source } from '../db/client.ts';
import { run, type Steps } from '../db/client.ts';
import { accountMail } from '../mail/account-mails.ts';
import { queueMail } from '../mail/outbox.ts';
import { mailLink } from './mail-links.ts';
import { type LinkKind, storeLink } from './one-time-links.ts';
import type { UserRow } from './users.ts';

/** Where the verbs of the embedded service work. */
export interface Desk {
  db: Db;
  publicUrl: string;
  now: Date;
}

interface Sending {
  userId: string;
  kind: LinkKind;
  redirectTo: string;
}

/** Stores a new link of the person and queues the mail with it; the mail leaves when the unit is committed. */
export function* sendLink(
  { source, publicUrl, now }: Omit<Desk, 'db'> & { source: Source },
  { userId, kind, redirectTo }: Sending,
): Steps<UserRow> {
  const { token, user } = yield* storeLink(source, { userId, kind, redirectTo, now });
  const { full_name: name } = user.userMetadata;
  const mail = accountMail(kind, {
    link: mailLink({ kind, token, redirectTo }, publicUrl),
    name: typeof name === 'string' ? name : undefined,
  });
  yield* run(queueMail(source, { to: user.email, ...mail, at: now }));
  return user;
}

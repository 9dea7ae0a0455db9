// Moves the accounts of the embedded service into a hosted project: ids, passwords and confirmation stay as they are.
import { asc, gt } from 'drizzle-orm';
import { foldEmail } from '#sync/contract/email.ts';
import type { Db } from '../db/client.ts';
import type { Accounts } from '../deps.ts';
import { StartupError } from '../env.ts';
import { isBanned, type UserRow } from './users.ts';

const PAGE = 200;

type Admin = NonNullable<Accounts['admin']>;

export interface Moved {
  moved: number;
  /** There already, from an earlier run. */
  known: number;
  /** The project has another account with this address, or refused this one: what it said. */
  refused: { email: string; reason: string }[];
}

/**
 * Creates each account in the project, in pages by id. It may run again after a stop: an account that is there already is
 * left alone. With `isDryRun` nothing is created. Throws `StartupError` when the project stops answering.
 */
export async function moveAccounts(
  db: Db,
  admin: Admin,
  { isDryRun, onPage }: { isDryRun: boolean; onPage?: (done: number) => void },
): Promise<Moved> {
  const { authUsers } = db.tables;
  const outcome: Moved = { moved: 0, known: 0, refused: [] };
  const { ids, emails } = await accountsOf(admin);
  let last: string | undefined;
  for (;;) {
    const page = await db
      .select()
      .from(authUsers)
      .where(last === undefined ? undefined : gt(authUsers.id, last))
      .orderBy(asc(authUsers.id))
      .limit(PAGE);
    for (const user of page) {
      if (ids.has(user.id)) {
        outcome.known += 1;
        continue;
      }
      const reason = emails.has(user.email) ? ANOTHER : isDryRun ? undefined : await create(admin, user);
      if (reason) outcome.refused.push({ email: user.email, reason });
      else outcome.moved += 1;
    }
    last = page.at(-1)?.id;
    onPage?.(outcome.moved + outcome.known + outcome.refused.length);
    if (page.length < PAGE) return outcome;
  }
}

const ANOTHER = 'the project has another account with this address';

/** Who is there already. A page may be shorter than asked for; the list ends with an empty one. */
async function accountsOf(admin: Admin): Promise<{ ids: Set<string>; emails: Set<string> }> {
  const [ids, emails] = [new Set<string>(), new Set<string>()];
  for (let page = 1; ; page += 1) {
    const { data, error } = await admin.listUsers({ page, perPage: 1000 });
    if (error) throw stopped(error.message);
    if (data.users.length === 0) return { ids, emails };
    for (const { id, email } of data.users) {
      ids.add(id);
      if (email) emails.add(foldEmail(email));
    }
  }
}

/** Why the project refused the account; undefined when it took it. */
async function create(admin: Admin, user: UserRow): Promise<string | undefined> {
  const { id, email, passwordHash, emailConfirmedAt, userMetadata, appMetadata, bannedUntil } = user;
  const now = new Date();
  const { error } = await admin.createUser({
    id,
    email,
    ...(passwordHash && { password_hash: passwordHash }),
    email_confirm: emailConfirmedAt !== null,
    user_metadata: userMetadata,
    app_metadata: appMetadata,
    ...(isBanned(user, now) && { ban_duration: `${hoursUntil(bannedUntil, now)}h` }),
  });
  if (!error) return undefined;
  if (error.status !== 422 && error.status !== 400) throw stopped(error.message);
  return error.message;
}

const hoursUntil = (end: Date | null, now: Date) => Math.ceil(((end?.getTime() ?? 0) - now.getTime()) / 3_600_000);

const stopped = (reason: string) =>
  new StartupError(`The project stopped answering (${reason}). Run the command again: it goes on where it stopped.`);

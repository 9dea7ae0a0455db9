// Moves the accounts of the embedded service into a hosted project: ids, passwords and confirmation stay as they are.
import { asc, gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { Accounts } from '../deps.ts';
import { StartupError } from '../env.ts';
import { isBanned, type UserRow } from './users.ts';

const PAGE = 200;

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
  admin: NonNullable<Accounts['admin']>,
  { isDryRun, onPage }: { isDryRun: boolean; onPage?: (done: number) => void },
): Promise<Moved> {
  const { authUsers } = db.tables;
  const outcome: Moved = { moved: 0, known: 0, refused: [] };
  let last: string | undefined;
  for (;;) {
    const page = await db
      .select()
      .from(authUsers)
      .where(last === undefined ? undefined : gt(authUsers.id, last))
      .orderBy(asc(authUsers.id))
      .limit(PAGE);
    for (const user of page) {
      const result = await moveOne(admin, user, isDryRun);
      if (typeof result === 'string') outcome.refused.push({ email: user.email, reason: result });
      else outcome[result.is] += 1;
    }
    last = page.at(-1)?.id;
    onPage?.(outcome.moved + outcome.known + outcome.refused.length);
    if (page.length < PAGE) return outcome;
  }
}

/** What became of one account, or why the project refused it. */
async function moveOne(
  admin: NonNullable<Accounts['admin']>,
  user: UserRow,
  isDryRun: boolean,
): Promise<{ is: 'moved' | 'known' } | string> {
  const { data, error } = await admin.getUserById(user.id);
  if (data.user) return { is: 'known' };
  if (error && error.status !== 404) throw stopped(error.message);
  if (isDryRun) return { is: 'moved' };
  const { id, email, passwordHash, emailConfirmedAt, userMetadata, appMetadata, bannedUntil } = user;
  const now = new Date();
  const { error: refusal } = await admin.createUser({
    id,
    email,
    ...(passwordHash && { password_hash: passwordHash }),
    email_confirm: emailConfirmedAt !== null,
    user_metadata: userMetadata,
    app_metadata: appMetadata,
    ...(isBanned(user, now) && { ban_duration: `${hoursUntil(bannedUntil, now)}h` }),
  });
  if (!refusal) return { is: 'moved' };
  const isAboutThis = refusal.status === 422 || refusal.status === 400;
  if (!isAboutThis) throw stopped(refusal.message);
  return refusal.message;
}

const hoursUntil = (end: Date | null, now: Date) => Math.ceil(((end?.getTime() ?? 0) - now.getTime()) / 3_600_000);

const stopped = (reason: string) =>
  new StartupError(`The project stopped answering (${reason}). Run the command again: it goes on where it stopped.`);

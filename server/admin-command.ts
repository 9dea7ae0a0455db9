// `npm run admin -- ...`: what an operator does on the machine itself.
import { and, eq, isNull } from 'drizzle-orm';
import { foldEmail } from '#sync/contract/email.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLog } from './audit/audit-log.ts';
import { openMigrated } from './compose.ts';
import type { Db } from './db/client.ts';
import type { Accounts } from './deps.ts';
import { type Env, readEnv, StartupError } from './env.ts';
import { createLog } from './http/log.ts';
import { createAccounts } from './identity/accounts.ts';
import { rotateSigningKey } from './identity/keys.ts';
import { ensureProfile } from './identity/profiles.ts';
import { userByEmail } from './identity/users.ts';
import { erasePerson } from './personal-data/erase-person.ts';

const USAGE = `Usage:
  npm run admin -- grant-super EMAIL       makes the person with this address a super admin
  npm run admin -- erase EMAIL             erases the person with this address and their account
  npm run admin -- rotate-signing-key      signs with a new key; restart the server afterwards`;

/** Makes the person a super admin; returns the sentence to print. Throws `StartupError` when there is no such person. */
export async function grantSuper(db: Db, email: string): Promise<string> {
  const { profiles } = db.tables;
  const [user] = await userByEmail(db, email);
  if (user) await ensureProfile(db, { id: user.id, email: user.email, metadata: user.userMetadata });
  const granted = await db
    .update(profiles)
    .set({ isSuperAdmin: true })
    .where(eq(profiles.email, foldEmail(email)))
    .returning();
  for (const { id } of granted) {
    const act = { action: 'account.role_changed', subject: id, details: { isSuperAdmin: true, by: 'operator' } };
    await auditLog(db, { ...act, at: new Date() });
  }
  if (granted.length > 0) return `${foldEmail(email)} is a super admin now.`;
  throw new StartupError(`Nobody with the address ${email} has an account here yet; sign up or sign in first.`);
}

/** Erases the person with this address; returns the sentence to print. Throws `StartupError` when there is no such person. */
async function eraseByEmail(db: Db, env: Env, email: string): Promise<string> {
  const { profiles } = db.tables;
  const here = and(eq(profiles.email, foldEmail(email)), isNull(profiles.erasedAt));
  const [person, ...others] = await db.select({ id: profiles.id }).from(profiles).where(here);
  if (!person) throw new StartupError(`Nobody with the address ${email} is here.`);
  if (others.length > 0) throw new StartupError(`Several people have the address ${email}: erase them in Users.`);
  const accounts = hostedAccounts(env);
  const log = createLog({ level: env.logLevel, json: env.production });
  await erasePerson({ db, env, accounts, log }, { userId: person.id, by: null, at: new Date() });
  return 'The person and their account were erased.';
}

/** The project's accounts; the embedded service's go with the database. */
function hostedAccounts({ identity }: Env): Pick<Accounts, 'admin'> {
  if (identity.kind === 'embedded') return { admin: undefined };
  const { url, publishableKey, secretKey } = identity;
  return createAccounts({ url, publishableKey, secretKey, ask: fetch });
}

async function carryOut([verb, argument]: string[], env: Env): Promise<string> {
  if (verb === 'rotate-signing-key') {
    return `New tokens will be signed with key ${await rotateSigningKey(env.dataDir)} after a restart.`;
  }
  if ((verb !== 'grant-super' && verb !== 'erase') || !argument) throw new StartupError(USAGE);
  const db = await openMigrated(env);
  try {
    return await (verb === 'erase' ? eraseByEmail(db, env, argument) : grantSuper(db, argument));
  } finally {
    await db.close();
  }
}

if (import.meta.main) {
  try {
    console.log(await carryOut(process.argv.slice(2), readEnv(process.env)));
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

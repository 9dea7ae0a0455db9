// `npm run admin -- grant-super EMAIL` and `npm run admin -- rotate-signing-key`, for an operator on the machine itself.
import { eq } from 'drizzle-orm';
import { foldEmail } from '#sync/contract/email.ts';
import { auditLog } from './audit/audit-log.ts';
import { openMigrated } from './compose.ts';
import type { Db } from './db/client.ts';
import { type Env, readEnv, StartupError } from './env.ts';
import { rotateSigningKey } from './identity/keys.ts';
import { ensureProfile } from './identity/profiles.ts';
import { userByEmail } from './identity/users.ts';

const USAGE = `Usage:
  npm run admin -- grant-super EMAIL       makes the person with this address a super admin
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

async function carryOut([verb, argument]: string[], env: Env): Promise<string> {
  if (verb === 'rotate-signing-key') {
    return `New tokens will be signed with key ${await rotateSigningKey(env.dataDir)} after a restart.`;
  }
  if (verb !== 'grant-super' || !argument) throw new StartupError(USAGE);
  const db = await openMigrated(env);
  try {
    return await grantSuper(db, argument);
  } finally {
    await db.close();
  }
}

if (import.meta.main) {
  try {
    console.log(await carryOut(process.argv.slice(2), readEnv(process.env)));
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

// `npm run admin -- ...`: what an operator does on the machine itself.
import { and, asc, eq, isNull } from 'drizzle-orm';
import { foldEmail } from '#sync/contract/email.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { rotateBadgeKey } from '../certificates/badge-keys.ts';
import { openMigrated } from '../compose.ts';
import { type Db, requireDatabase } from '../db/client.ts';
import type { Accounts } from '../deps.ts';
import { type Env, readEnv, StartupError } from '../env.ts';
import { auditLog } from '../http/audit-log.ts';
import { createLog } from '../http/log.ts';
import { createAccounts } from '../identity/accounts.ts';
import { rotateSigningKey } from '../identity/keys.ts';
import { ensureProfile } from '../identity/profiles.ts';
import { isBanned, type UserRow, userByEmail } from '../identity/users.ts';
import { explain, readDotEnv } from '../launch.mjs';
import { erasePerson } from '../personal-data/erase-person.ts';
import { wantPeople } from '../sample-people/finish.ts';
import { removeSamplePeople } from '../sample-people/remove.ts';
import { LEAST_PEOPLE } from '../sample-people/story.ts';

const USAGE = `Usage:
  npm run admin -- grant-super EMAIL       makes the person with this address a super admin
  npm run admin -- erase EMAIL             erases the person with this address and their account
  npm run admin -- move-accounts           creates the embedded accounts in the project of SUPABASE_URL;
                                           with --dry-run it only says how many
  npm run admin -- rotate-signing-key      signs with a new key, which running servers take up within a minute
  npm run admin -- rotate-badge-key        signs badges with a new key; those of the keys before stay valid
  npm run admin -- sample-people remove    removes the invented people, with all that they did; real people stay
  npm run admin -- sample-people refresh   removes them and has them move in again, with a history that ends today`;

/** The accounts of a hosted project; undefined for the embedded service, whose accounts are in the database. */
export type Project = Pick<Accounts, 'admin'> | undefined;

/**
 * Makes the person whose account has this address a super admin; returns the sentence to print. Throws `StartupError` when
 * there is no such account, also when someone had this address once, and when they have not confirmed that it is theirs.
 */
export async function grantSuper(db: Db, email: string, project?: Project): Promise<string> {
  const { profiles } = db.tables;
  const id = await accountOf(db, foldEmail(email), project);
  if (!id)
    throw new StartupError(`No one with the address ${email} has an account here yet; sign up or sign in first.`);
  await db.update(profiles).set({ isSuperAdmin: true }).where(eq(profiles.id, id));
  const act = { action: 'account.role_changed', subject: id, details: { isSuperAdmin: true, by: 'operator' } };
  await auditLog(db, { ...act, at: new Date() });
  return `${foldEmail(email)} is a super admin now.`;
}

/** The id of the account that has this address now, which a project is asked about. */
async function accountOf(db: Db, email: string, project: Project): Promise<string | undefined> {
  if (!project) {
    const [user] = await userByEmail(db, email);
    if (user && !user.emailConfirmedAt)
      throw new StartupError(
        `${email} is not confirmed yet, so anybody may have signed up with it: open the link in the email first.`,
      );
    if (user) await ensureProfile(db, { id: user.id, email: user.email, metadata: user.userMetadata });
    return user?.id;
  }
  const { profiles } = db.tables;
  const people = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  for (const { id } of people) if ((await addressAt(project, id)) === email) return id;
  return undefined;
}

/** The address that an account has at the project by now; undefined when it is gone. A profile may still have an older one. */
async function addressAt({ admin }: NonNullable<Project>, id: string): Promise<string | undefined> {
  if (!admin) throw new StartupError('Set SUPABASE_SECRET_KEY, so that the project can say whose address this is.');
  const { data, error } = await admin.getUserById(id);
  if (error && error.status !== 404) throw new StartupError('The project in SUPABASE_URL does not answer.');
  return data.user ? foldEmail(data.user.email ?? '') : undefined;
}

/**
 * Erases the person with this address; returns the sentence to print. Throws `StartupError` when there is no such person,
 * also when their account has another address by now.
 */
export async function eraseByEmail(
  db: Db,
  env: Env,
  { email: given, project }: { email: string; project: Project },
): Promise<string> {
  const { profiles } = db.tables;
  const email = foldEmail(given);
  const here = and(eq(profiles.email, email), isNull(profiles.erasedAt));
  const [person, ...others] = await db.select({ id: profiles.id }).from(profiles).where(here);
  if (!person) throw new StartupError(`No one with the address ${email} is here.`);
  if (others.length > 0) throw new StartupError(`Several people have the address ${email}: erase them in Users.`);
  const present = project && (await addressAt(project, person.id));
  if (present !== undefined && present !== email)
    throw new StartupError(
      `No one has the address ${email} any more: the person who had it here has another one by now.`,
    );
  const accounts = project ?? { admin: undefined };
  const log = createLog({ level: env.logLevel, json: env.production });
  await erasePerson({ db, env, accounts, log }, { userId: person.id, by: null, at: new Date() });
  return 'The person and their account were erased.';
}

function projectOf({ identity }: Env): Project {
  if (identity.kind === 'embedded') return undefined;
  const { url, publishableKey, secretKey } = identity;
  return createAccounts({ url, publishableKey, secretKey, ask: fetch });
}

/** Moves the embedded accounts into the project; returns the sentences to print. */
async function moveToProject(db: Db, env: Env, isDryRun: boolean): Promise<string> {
  const admin = projectOf(env)?.admin;
  if (!admin)
    throw new StartupError(
      'Set SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY to the project that takes the accounts.',
    );
  const onMore = (done: number) => console.log(`${done} accounts`);
  const { moved, known, refused } = await moveAccounts(db, admin, { isDryRun, onMore });
  const lines = refused.map(({ email, reason }) => `Not moved: ${email} (${reason})`);
  const verb = isDryRun ? 'would be moved' : 'moved';
  return [...lines, `${moved} ${verb}, ${known} were there already, ${refused.length} not moved.`].join('\n');
}

const isKnown = ([verb = '', argument, ...more]: string[]) => {
  if (more.length > 0) return false;
  if (verb === 'grant-super' || verb === 'erase') return argument !== undefined && !argument.startsWith('-');
  if (verb === 'move-accounts') return argument === undefined || argument === '--dry-run';
  if (verb === 'sample-people') return argument === 'remove' || argument === 'refresh';
  return (verb === 'rotate-signing-key' || verb === 'rotate-badge-key') && argument === undefined;
};

/** Removes the sample people, and with `refresh` has them come back; returns the sentences to print. */
async function changeSamplePeople(db: Db, env: Env, refresh: boolean): Promise<string> {
  if (refresh && (env.production || env.identity.kind === 'hosted'))
    throw new StartupError('Sample people are for trying the product: not in production, nor with hosted accounts.');
  const now = new Date();
  const { all, groups } = await removeSamplePeople(db, null, now);
  const removed =
    all > 0 ? `${all} invented people and ${groups} groups were removed.` : 'No invented people are here.';
  if (!refresh) return removed;
  await db.transact((tx) => wantPeople(tx, { people: env.samplePeople || LEAST_PEOPLE, now }));
  return `${removed} They move in again within seconds while the server runs.`;
}

/** Carries one command out; returns the sentences to print. Throws `StartupError` or `Refusal` with what to print otherwise. */
export async function carryOut(words: string[], env: Env): Promise<string> {
  if (!isKnown(words)) throw new StartupError(USAGE);
  const [verb, argument] = words;
  if (verb === 'rotate-signing-key') {
    return `Running servers sign with key ${await rotateSigningKey(env.dataDir)} within a minute.`;
  }
  if (verb === 'rotate-badge-key') {
    return `New badges are signed with key ${await rotateBadgeKey(env.dataDir)}. Badges that were signed before stay valid.`;
  }
  const isMove = verb === 'move-accounts';
  requireDatabase(env.databaseUrl);
  const db = await openMigrated(env);
  try {
    if (verb === 'sample-people') return await changeSamplePeople(db, env, argument === 'refresh');
    if (isMove) return await moveToProject(db, env, argument !== undefined);
    const [email, project] = [argument ?? '', projectOf(env)];
    return await (verb === 'erase' ? eraseByEmail(db, env, { email, project }) : grantSuper(db, email, project));
  } finally {
    await db.close();
  }
}

if (import.meta.main) {
  try {
    explain(USAGE, isKnown);
    readDotEnv();
    console.log(await carryOut(process.argv.slice(2), readEnv(process.env)));
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

// Moves the accounts of the embedded service into a hosted project: ids, passwords and confirmation stay as they are.

const TOLD_EVERY = 200;

type Admin = NonNullable<Accounts['admin']>;

interface Moved {
  moved: number;
  /** There already, from an earlier run. */
  known: number;
  /** The project has another account with this address, or refused this one: what it said. */
  refused: { email: string; reason: string }[];
}

/**
 * Creates each account in the project. It may run again after a stop: an account that is there already is
 * left alone. With `isDryRun` nothing is created. Throws `StartupError` when the project stops answering.
 */
export async function moveAccounts(
  db: Db,
  admin: Admin,
  { isDryRun, onMore }: { isDryRun: boolean; onMore?: (done: number) => void },
): Promise<Moved> {
  const { authUsers } = db.tables;
  const outcome: Moved = { moved: 0, known: 0, refused: [] };
  const { ids, emails } = await accountsOf(admin);
  const users = await db.select().from(authUsers).orderBy(asc(authUsers.id));
  for (const [at, user] of users.entries()) {
    const isKnown = ids.has(user.id);
    const isTaken = !isKnown && emails.has(user.email);
    const reason = isTaken ? ANOTHER : isKnown || isDryRun ? undefined : await create(admin, user);
    if (reason) outcome.refused.push({ email: user.email, reason });
    else outcome[isKnown ? 'known' : 'moved'] += 1;
    if (at % TOLD_EVERY === TOLD_EVERY - 1) onMore?.(at + 1);
  }
  return outcome;
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
  const { id, email, passwordHash, emailConfirmedAt, isUnproven, userMetadata, appMetadata, bannedUntil } = user;
  const now = new Date();
  const { error } = await admin.createUser({
    id,
    email,
    // Whoever signed up with an address that was never proven may be a stranger: its owner gets in by a link.
    ...(passwordHash && !isUnproven && { password_hash: passwordHash }),
    email_confirm: emailConfirmedAt !== null && !isUnproven,
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
  new StartupError(`The project stopped answering (${reason}). Run the command again: it continues where it stopped.`);

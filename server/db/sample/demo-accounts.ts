// The three people of the sample content (decisions 15), for a first look only: never made in production.

import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Accounts } from '../../deps.ts';
import { ensureProfile } from '../../identity/profiles.ts';
import type { Db } from '../client.ts';
import { DEMO_ORGANIZATION } from './seed.ts';

/** Who they are, and what they may do besides learning. */
export const DEMO_PEOPLE = [
  { email: 'learner@demo.example', fullName: 'Lena Learner', isMember: true, isOrgAdmin: false, isSuperAdmin: false },
  { email: 'orgadmin@demo.example', fullName: 'Omar Orgadmin', isMember: true, isOrgAdmin: true, isSuperAdmin: false },
  { email: 'super@demo.example', fullName: 'Sofia Super', isMember: false, isOrgAdmin: false, isSuperAdmin: true },
] as const;

interface Making {
  db: Db;
  admin: NonNullable<Accounts['admin']>;
  /** DEMO_PASSWORD; a random one is made when it is not set. */
  password: string | undefined;
}

/** Makes those that are missing; answers the line to print, with the password only when it made one. */
export async function makeDemoAccounts({ db, admin, password }: Making): Promise<string> {
  const secret = password ?? randomBytes(9).toString('base64url');
  const organizationId = await demoOrganization(db);
  let made = 0;
  for (const { fullName, isMember, email, ...rights } of DEMO_PEOPLE) {
    if (await isKnown(db, email)) continue;
    const metadata = { full_name: fullName };
    const { data, error } = await admin.createUser({
      email,
      password: secret,
      email_confirm: true,
      user_metadata: metadata,
    });
    if (error) throw error;
    await ensureProfile(db, { id: data.user.id, email, metadata });
    const { profiles } = db.tables;
    const change = { ...rights, organizationId: isMember ? organizationId : null, nameChosen: true };
    await db.update(profiles).set(change).where(eq(profiles.id, data.user.id));
    made += 1;
  }
  const names = DEMO_PEOPLE.map(({ email }) => email).join(', ');
  const known = password ? 'the one you set as DEMO_PASSWORD' : 'as printed at the first start';
  return `Demo accounts: ${names}\nPassword: ${made > 0 && !password ? `${secret} (shown only now)` : known}`;
}

async function isKnown(db: Db, email: string): Promise<boolean> {
  const { profiles } = db.tables;
  const found = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  return found.length > 0;
}

// The organization goes missing when a super admin removes it; its people then belong to none.
async function demoOrganization(db: Db): Promise<string | null> {
  const { organizations } = db.tables;
  const [found] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, DEMO_ORGANIZATION.id));
  return found?.id ?? null;
}

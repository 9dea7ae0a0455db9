// What a first start puts into an empty installation, where SAMPLE_CONTENT says so: the courses of content/ (P-8)
// and three people for a first look (P-15).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eq } from 'drizzle-orm';
import { insertCourse } from '../authoring/import/insert-course.ts';
import { mediaOf, readCourse } from '../authoring/import/read-course.ts';
import type { MediaFile } from '../authoring/import/read-media.ts';
import type { Server } from '../compose.ts';
import { type Db, run } from '../db/client.ts';
import { passCourseIds } from '../db/ids.ts';
import type { Tables } from '../db/schema.ts';
import type { Accounts, Media } from '../deps.ts';
import { hashPassword, isRightPassword } from '../identity/passwords.ts';
import { ensureProfile } from '../identity/profiles.ts';
import { CAST, DEMO_ORGANIZATION, DEMO_PEOPLE, NOOR } from '../sample-people/cast.ts';
import { readWanted, wantPeople } from '../sample-people/finish.ts';

/** The folders of the sample courses. The ids of the courses are 1 to 4, as the specification names them (P-8). */
export const SAMPLE_COURSES = [
  'property-inspection-field-training',
  'operating-the-3d-scanner',
  'growing-an-inspection-business',
  'certified-field-inspector',
];

/** Seeds courses and demo accounts once; returns the line about the demo accounts that the operator should read. */
export async function bootstrapContent({ deps, accounts }: Server): Promise<string | undefined> {
  const { env, db, media } = deps;
  if (!env.sampleContent) return undefined;
  await seedSampleContent(db, media, env.samplePeople);
  // Accounts with a known address and a printed password have no place in production, nor in someone's project.
  if (env.production || env.identity.kind === 'hosted' || !accounts.admin) return undefined;
  return makeDemoAccounts({ db, admin: accounts.admin, password: env.demoPassword });
}

/**
 * Puts the sample content into a database that holds no course yet; true when it did. The media are stored first, the
 * rows follow in one transaction, so being cut short or called twice leaves nothing half done. With `people` so many invented
 * ones are to move in.
 */
export async function seedSampleContent(
  db: Db,
  media: Pick<Media, 'storage' | 'incoming'>,
  people = 0,
): Promise<boolean> {
  const { assets, courses, organizations } = db.tables;
  const anyCourse = db.select({ id: courses.id }).from(courses).limit(1);
  if ((await anyCourse).length > 0) return false;
  const within = contentFolder();
  const samples = await Promise.all(SAMPLE_COURSES.map((name) => readCourse(join(within, name), { within })));
  const stored = new Map<string, Asset>();
  for (const [at, { thumbnail, lessons }] of samples.entries()) {
    for (const file of lessons.flatMap(mediaOf))
      if (!stored.has(file.path)) stored.set(file.path, await storeFile(media, file, basename(file.path)));
    const name = `thumbnail-${at + 1}${extname(thumbnail?.path ?? '')}`;
    if (thumbnail) stored.set(thumbnail.path, await storeFile(media, thumbnail, name));
  }
  const assetIds = new Map([...stored].map(([path, { id }]) => [path, id]));
  const now = new Date();
  return db.transact(function* (source) {
    // Another server may have been quicker.
    const some = yield* run(source.select({ id: courses.id }).from(courses).limit(1));
    if (some.length > 0) return false;
    yield* run(source.insert(organizations).values(DEMO_ORGANIZATION).onConflictDoNothing());
    yield* run(source.insert(assets).values([...stored.values()]));
    for (const [at, course] of samples.entries()) {
      const organizationId = course.visibility === 'organization' ? DEMO_ORGANIZATION.id : null;
      const facts = { id: at + 1, organizationId, isPublished: true };
      yield* insertCourse(source, { course, facts, assetIds, now });
    }
    yield* passCourseIds(source, db.engine);
    if (people > 0) yield* wantPeople(source, { people, now });
    return true;
  });
}

/** The sample courses: beside the server's sources, and in the built server's own folder. */
export function contentFolder(): string {
  const places = ['./content', '../../content'].map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error('The folder content is missing from this installation.');
  return found;
}

type Asset = Tables['assets']['$inferInsert'] & { id: string };

/** Copies a file into the storage of the installation; returns the row that describes it. */
async function storeFile(
  { storage, incoming }: Pick<Media, 'storage' | 'incoming'>,
  { path, contentType, sizeBytes, durationSeconds, captions }: MediaFile,
  fileName: string,
): Promise<Asset> {
  const id = randomUUID();
  const storageKey = `sample/${fileName}`;
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  await storage.ensureBucket();
  if ((await storage.stat(storageKey)) !== sizeBytes) {
    const copy = join(incoming, `${id}.part`);
    await copyFile(path, copy);
    await storage.put(storageKey, { path: copy, contentType });
  }
  const etag = sha256.slice(0, 32);
  return { id, storageKey, fileName, contentType, sizeBytes, etag, durationSeconds, captions };
}

interface DemoAccounts {
  db: Db;
  admin: NonNullable<Accounts['admin']>;
  /** DEMO_PASSWORD; a random one is made when it is not set. */
  password: string | undefined;
}

/** Makes those that are missing; returns the line to print, with the password only when it made one. */
async function makeDemoAccounts({ db, admin, password }: DemoAccounts): Promise<string> {
  const { authUsers, organizations, profiles } = db.tables;
  const secret = password ?? randomBytes(9).toString('base64url');
  // Gone when a super admin has removed it: its people then belong to none.
  const [home] = await db.select().from(organizations).where(eq(organizations.id, DEMO_ORGANIZATION.id));
  let made = 0;
  for (const { fullName, isMember, email, ...rights } of DEMO_PEOPLE) {
    const known = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
    if (known.length > 0) {
      if (password) await setPassword(db, email, password);
      continue;
    }
    const metadata = { full_name: fullName };
    const account = { email, password: secret, email_confirm: true, user_metadata: metadata };
    const { data, error } = await admin.createUser(account);
    // Another process that starts now may have been quicker, or one may have died here: the rest is done in any case.
    if (error && error.code !== 'email_exists') throw error;
    const [user] = data.user ? [data.user] : await db.select().from(authUsers).where(eq(authUsers.email, email));
    if (!user) throw new Error(`The account of ${email} is gone again.`);
    await ensureProfile(db, { id: user.id, email, metadata });
    const change = { ...rights, organizationId: (isMember && home?.id) || null, nameChosen: true };
    await db.update(profiles).set(change).where(eq(profiles.id, user.id));
    if (data.user) made += 1;
  }
  // Once the sample people have moved in, and while they are about to.
  const isLead =
    (await readWanted(db)) || (await db.select().from(authUsers).where(eq(authUsers.email, NOOR.email)))[0];
  const names = (isLead ? CAST : DEMO_PEOPLE).map(({ email }) => email).join(', ');
  if (password) await setPassword(db, NOOR.email, password);
  const lost = 'as printed at the first start; start with DEMO_PASSWORD set to give them another';
  const told = password ? 'the one you set as DEMO_PASSWORD' : lost;
  return `Demo accounts: ${names}\nPassword: ${made > 0 && !password ? `${secret} (shown only now)` : told}`;
}

/** Gives the account the password that DEMO_PASSWORD says now, if it has another one. */
async function setPassword(db: Db, email: string, password: string): Promise<void> {
  const { authUsers } = db.tables;
  const [user] = await db.select().from(authUsers).where(eq(authUsers.email, email));
  if (!user || (await isRightPassword(password, user.passwordHash))) return;
  const passwordHash = await hashPassword(password);
  await db.update(authUsers).set({ passwordHash }).where(eq(authUsers.id, user.id));
}

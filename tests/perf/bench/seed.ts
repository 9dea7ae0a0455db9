// Large installations in seconds: rows written by SQL alone, the same on either engine, and people who are signed in.
import { join } from 'node:path';
import { openDatabase } from '#server/db/client.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { loadSigningKeys } from '#server/identity/keys.ts';
import { signAccessToken } from '#server/identity/sessions.ts';
import { issuerOf } from './stage.ts';

export const LESSONS_PER_COURSE = 25;
/** People with a session; requests come from all of them in turn. */
const ACTIVE = 2_000;
export const EPOCH = '00000000-0000-4000-8000-0000000000ee';

export interface Size {
  /** Rows in unit_progress; each person has one course of 25 lessons, the first 12 of them completed. */
  rows: number;
  courses: number;
  /** 25 unless said; people have begun the first 25 of their course. */
  lessonsPerCourse?: number;
}

export const peopleOf = ({ rows }: Size) => Math.max(1, Math.floor(rows / LESSONS_PER_COURSE));

// Scattered like real ones, so that neighbours in time are none in an index.
const scatter = (n: number) => Number((BigInt(n) * 2654435761n) & 0xffffffffn);
const hex = (n: number, length: number) => n.toString(16).padStart(length, '0');
export const personId = (n: number) => `${hex(scatter(n), 8)}-0000-4000-8000-${hex(n, 12)}`;
export const sessionId = (n: number) => `${hex(scatter(n), 8)}-0000-4000-9000-${hex(n, 12)}`;

/** What the two engines spell differently. */
export interface Dialect {
  uuid: (n: string, variant: '8000' | '9000') => string;
  numbers: (from: number, to: number) => string;
  now: string;
  yes: string;
}

export const sqlite: Dialect = {
  uuid: (n, variant) => `printf('%08x-0000-4000-${variant}-%012x', (${n} * 2654435761) & 4294967295, ${n})`,
  numbers: (from, to) =>
    `(with recursive s(n) as (select ${from} union all select n + 1 from s where n < ${to}) select n from s)`,
  now: `${Date.now()}`,
  yes: '1',
};

export const postgres: Dialect = {
  uuid: (n, variant) =>
    `(lpad(to_hex((${n}::bigint * 2654435761) & 4294967295), 8, '0') || '-0000-4000-${variant}-' || lpad(to_hex(${n}::bigint), 12, '0'))::uuid`,
  numbers: (from, to) => `(select n from generate_series(${from}, ${to}) as s(n))`,
  now: 'now()',
  yes: 'true',
};

/** The statements that fill a migrated, empty database. */
function statements({ uuid, numbers, now, yes }: Dialect, size: Size): string[] {
  const people = peopleOf(size);
  const perCourse = size.lessonsPerCourse ?? LESSONS_PER_COURSE;
  const lessons = size.courses * perCourse;
  const courseOf = (n: string) => `(${n} % ${size.courses}) + 1`;
  return [
    `insert into meta (key, value) values ('data_epoch', '${EPOCH}')`,
    // With the place in the order of names, which the start would else make for everybody.
    `insert into profiles (id, email, full_name, sort_name, created_at, updated_at)
      select ${uuid('n', '8000')}, 'person-' || n || '@demo.example', 'Person ' || n, 'person ' || n, ${now}, ${now} from ${numbers(1, people)} as p`,
    `insert into auth_users (id, email, user_metadata, app_metadata, created_at, updated_at)
      select ${uuid('n', '8000')}, 'person-' || n || '@demo.example', '{}', '{}', ${now}, ${now} from ${numbers(1, Math.min(ACTIVE, people))} as p`,
    `insert into auth_sessions (id, user_id, hmac_key, amr, created_at)
      select ${uuid('n', '9000')}, ${uuid('n', '8000')}, 'unused', '[]', ${now} from ${numbers(1, Math.min(ACTIVE, people))} as p`,
    `insert into courses (id, title, description, category, instructor_name, is_published, objectives, prerequisites, created_at, updated_at)
      select n, 'Course ' || n, 'What a course is about, in a sentence or two.', 'software', 'Maren Holt', ${yes}, '[]', '[]', ${now}, ${now} from ${numbers(1, size.courses)} as c`,
    `insert into lessons (id, course_id, title, body, order_index, points, created_at, updated_at)
      select n, (n - 1) / ${perCourse} + 1, 'Read page ' || n, 'Text.', (n - 1) % ${perCourse} + 1, 10, ${now}, ${now} from ${numbers(1, lessons)} as l`,
    `insert into course_progress (user_id, course_id, percent, points_earned, total_points, enrolled_at)
      select ${uuid('n', '8000')}, ${courseOf('n')}, 48, 120, 250, ${now} from ${numbers(1, people)} as p`,
    // Lesson by lesson, as they come in over the weeks: the rows of one person lie far apart.
    `insert into unit_progress (user_id, lesson_id, course_id, status, rev, completed_at, watched, updated_at)
      select ${uuid('p.n', '8000')}, (${courseOf('p.n')} - 1) * ${perCourse} + l.n, ${courseOf('p.n')},
        case when l.n <= 12 then 'completed' else 'in_progress' end, 1, case when l.n <= 12 then ${now} end, '[]', ${now}
      from ${numbers(1, LESSONS_PER_COURSE)} as l cross join ${numbers(1, people)} as p order by l.n`,
    // The operations that made them: PostgreSQL would plan for the empty table that it saw, and read all of it ever after.
    `insert into applied_ops (user_id, op_id, request_hash, status, body, first_at, at)
      select ${uuid('p.n', '8000')}, ${uuid(`l.n * ${people} + p.n`, '9000')}, 'unused', 200, '{}', ${now}, ${now}
      from ${numbers(1, LESSONS_PER_COURSE)} as l cross join ${numbers(1, people)} as p order by l.n`,
  ];
}

/** Makes the SQLite installation in `dataDir`. */
export async function seedSqlite(dataDir: string, size: Size): Promise<string> {
  const file = join(dataDir, 'groundwork.db');
  const db = await openDatabase(`file:${file}`);
  await migrateDatabase(db);
  const connection = sqliteConnection(db);
  if (!connection) throw new Error('No SQLite connection.');
  for (const pragma of ['synchronous = OFF', 'cache_size = -1000000', 'foreign_keys = OFF']) connection.pragma(pragma);
  const indexes = connection
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and tbl_name = 'unit_progress' and sql is not null`,
    )
    .all() as { name: string; sql: string }[];
  connection.transaction(() => {
    // An index is built sooner at once than row by row.
    for (const { name } of indexes) connection.exec(`drop index ${name}`);
    for (const statement of statements(sqlite, size)) connection.exec(statement);
    for (const { sql } of indexes) connection.exec(sql);
  })();
  connection.pragma('wal_checkpoint(TRUNCATE)');
  await db.close();
  return file;
}

/** Fills the empty PostgreSQL database at `url`. */
export async function seedPostgres(url: string, size: Size): Promise<void> {
  const db = await openDatabase(url, 1);
  await migrateDatabase(db);
  const pool = postgresPool(db);
  if (!pool) throw new Error('No PostgreSQL pool.');
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'unit_progress' and indexname not like '%pk%'`,
  );
  const triggers = "set session_replication_role = 'replica'";
  await pool.query(triggers);
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  for (const statement of statements(postgres, size)) await pool.query(statement);
  for (const { definition } of rows) await pool.query(definition);
  await pool.query("select setval(pg_get_serial_sequence('lessons', 'id'), (select max(id) from lessons))");
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  await db.close();
}

/** Somebody signed in, with the lessons of their course that they have not completed. */
export interface Learner {
  id: string;
  token: string;
  courseId: number;
  openLessons: number[];
}

/** The people with a session, holding access tokens that the server at `port` over `dataDir` takes. */
export async function signInLearners(dataDir: string, port: number, size: Size, most = ACTIVE): Promise<Learner[]> {
  const keys = await loadSigningKeys(dataDir);
  const signing = { keys, issuer: issuerOf(port), now: new Date() };
  const count = Math.min(most, ACTIVE, peopleOf(size));
  return Promise.all(Array.from({ length: count }, (_, at) => signInLearner(at + 1, size, signing)));
}

async function signInLearner(
  n: number,
  { courses, lessonsPerCourse = LESSONS_PER_COURSE }: Size,
  signing: Parameters<typeof signAccessToken>[1],
): Promise<Learner> {
  const user = { id: personId(n), email: `person-${n}@demo.example`, userMetadata: {} };
  const session = { id: sessionId(n), aal: 'aal1', amr: [] };
  const token = await signAccessToken({ user, session } as unknown as Parameters<typeof signAccessToken>[0], signing);
  const courseId = (n % courses) + 1;
  const first = (courseId - 1) * lessonsPerCourse;
  return { id: user.id, token, courseId, openLessons: Array.from({ length: 13 }, (_, at) => first + 13 + at) };
}

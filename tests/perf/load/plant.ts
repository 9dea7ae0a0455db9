// Installations with many quiz attempts, in seconds: rows written by SQL alone, the same on either engine.
import { openDatabase } from '#server/db/client.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { indexPeople } from '#server/search-people.ts';
import * as bench from '../bench/seed.ts';

export const PEOPLE = 10_000;
const COURSES = 8;
const LESSONS = 12;
/** The last lessons of each course. */
const QUIZZES = 5;
const ORGANIZATIONS = 20;
/** The ids of all quizzes. */
export const QUIZ_LESSONS = Array.from(
  { length: COURSES * QUIZZES },
  (_, n) => Math.floor(n / QUIZZES) * LESSONS + LESSONS - QUIZZES + (n % QUIZZES) + 1,
);
/** Each person takes two courses, and so ten quizzes. */
const PAIRS = PEOPLE * 2 * QUIZZES;

export const ORGANIZATION = '00000000-0000-4000-a000-000000000001';
/** By number: the first person of the first organization is its admin, the one after the last is nobody's but super. */
export const ORG_ADMIN = ORGANIZATIONS;
export const SUPER_ADMIN = PEOPLE + 1;
/** Attempts come evenly: so many of every person at each of their quizzes. */
export const fitting = (attempts: number) => Math.max(1, Math.round(attempts / PAIRS)) * PAIRS;

interface Dialect extends bench.Dialect {
  /** So many milliseconds ago. */
  ago: (milliseconds: string) => string;
  organization: (n: string) => string;
}

const SQLITE: Dialect = {
  ...bench.sqlite,
  ago: (milliseconds) => `(${bench.sqlite.now} - (${milliseconds}))`,
  organization: (n) => `printf('00000000-0000-4000-a000-%012x', ${n})`,
};

const POSTGRES: Dialect = {
  ...bench.postgres,
  ago: (milliseconds) => `(now() - (${milliseconds}) * interval '1 millisecond')`,
  organization: (n) => `('00000000-0000-4000-a000-' || lpad(to_hex(${n}::bigint), 12, '0'))::uuid`,
};

const DAY_MS = 86_400_000;
/** Some time in the last 400 days that looks like chance and is none. */
const someDay = (n: string) => `cast((${n}) * 7919 % 400 as bigint) * ${DAY_MS} + (${n}) % 1000 * 60000`;
/** How many lessons of a course somebody completed. */
const reached = (n: string) => `((${n}) % ${LESSONS + 1})`;
/** The first and the second course of a person. */
const courseOf = (n: string, place: string) => `((${n} + 3 * ${place}) % ${COURSES} + 1)`;
const lessonOf = (course: string, at: string) => `((${course} - 1) * ${LESSONS} + ${at})`;

function people({ uuid, numbers, now, yes, organization, ago }: Dialect, amount: number): string[] {
  const admins = [ORG_ADMIN, SUPER_ADMIN].join(', ');
  return [
    `insert into meta (key, value) values ('data_epoch', '${bench.EPOCH}')`,
    `insert into organizations (id, name, slug, is_active, created_at, updated_at)
      select ${organization('n')}, 'Organization ' || n, 'organization-' || n, ${yes}, ${now}, ${now} from ${numbers(1, ORGANIZATIONS)} as o`,
    `insert into profiles (id, email, full_name, organization_id, is_org_admin, is_super_admin, created_at, updated_at)
      select ${uuid('n', '8000')}, 'person-' || n || '@demo.example', 'Person ' || n,
        case when n <> ${SUPER_ADMIN} then ${organization(`n % ${ORGANIZATIONS} + 1`)} end,
        n = ${ORG_ADMIN}, n = ${SUPER_ADMIN}, ${ago('n * 10000')}, ${now} from ${numbers(1, Math.max(amount, SUPER_ADMIN))} as p where n <= ${amount} or n = ${SUPER_ADMIN}`,
    `insert into auth_users (id, email, user_metadata, app_metadata, created_at, updated_at)
      select ${uuid('n', '8000')}, 'person-' || n || '@demo.example', '{}', '{}', ${now}, ${now} from ${numbers(1, SUPER_ADMIN)} as p where n in (${admins})`,
    `insert into auth_sessions (id, user_id, hmac_key, amr, created_at)
      select ${uuid('n', '9000')}, ${uuid('n', '8000')}, 'unused', '[]', ${now} from ${numbers(1, SUPER_ADMIN)} as p where n in (${admins})`,
  ];
}

function learning({ uuid, numbers, now, yes, ago }: Dialect): string[] {
  const course = courseOf('p.n', 'c.n');
  const ofPeople = `${numbers(1, PEOPLE)} as p cross join ${numbers(1, 2)} as c`;
  const isDone = `${reached('p.n')} = ${LESSONS}`;
  return [
    `insert into courses (id, title, description, category, instructor_name, price_cents, is_published, objectives, prerequisites, created_at, updated_at)
      select n, 'Course ' || n, 'What a course is about.', case n % 4 when 0 then 'software' when 1 then 'hardware' when 2 then 'business' else 'design' end,
        'Maren Holt', 4900, ${yes}, '[]', '[]', ${ago(someDay('n'))}, ${now} from ${numbers(1, COURSES)} as c`,
    `insert into lessons (id, course_id, title, body, order_index, points, created_at, updated_at)
      select n, (n - 1) / ${LESSONS} + 1, case when (n - 1) % ${LESSONS} >= ${LESSONS - QUIZZES} then 'Quiz ' else 'Read page ' end || n,
        'Text.', (n - 1) % ${LESSONS} + 1, 10, ${now}, ${now} from ${numbers(1, COURSES * LESSONS)} as l`,
    `insert into course_progress (user_id, course_id, percent, points_earned, total_points, status, enrolled_at, completed_at, last_activity_at)
      select ${uuid('p.n', '8000')}, ${course}, ${reached('p.n')} * 100 / ${LESSONS}, ${reached('p.n')} * 10, ${LESSONS * 10},
        case when ${isDone} then 'completed' else 'in_progress' end, ${ago(someDay('p.n + c.n'))},
        case when ${isDone} then ${ago(`(${someDay('p.n + c.n')}) / 2`)} end, ${ago(`(${someDay('p.n + c.n')}) / 2`)} from ${ofPeople}`,
    `insert into unit_progress (user_id, lesson_id, course_id, status, rev, completed_at, watched, updated_at)
      select ${uuid('p.n', '8000')}, ${lessonOf(course, 'l.n')}, ${course},
        case when l.n <= ${reached('p.n')} then 'completed' else 'in_progress' end, 1,
        case when l.n <= ${reached('p.n')} then ${ago(someDay('p.n + l.n'))} end, '[]', ${ago(someDay('p.n + l.n'))}
      from ${numbers(1, LESSONS)} as l cross join ${ofPeople} where l.n <= ${reached('p.n')} + 1`,
    `insert into course_ratings (user_id, course_id, stars, created_at, updated_at)
      select ${uuid('p.n', '8000')}, ${course}, p.n % 5 + 1, ${ago(someDay('p.n'))}, ${now} from ${ofPeople} where ${isDone}`,
  ];
}

function attempting({ uuid, numbers, ago }: Dialect, attempts: number): string[] {
  const course = courseOf('p.n', 'c.n');
  const mark = '((p.n * 31 + q.n * 17 + k.n * 7) % 101)';
  return [
    // Round by round, as they come in over the months: the attempts of one person lie far apart.
    `insert into quiz_attempts (user_id, lesson_id, score, passed, answers, quiz_version, duration_ms, submitted_at)
      select ${uuid('p.n', '8000')}, ${lessonOf(course, `(${LESSONS - QUIZZES} + q.n)`)}, ${mark}, ${mark} >= 70, '{"1":[2]}', 'one',
        case when k.n % 4 = 0 then null else 20000 + ${mark} * 1000 end, ${ago(someDay('p.n + q.n + k.n'))}
      from ${numbers(1, Math.max(1, attempts / PAIRS))} as k cross join ${numbers(1, QUIZZES)} as q
      cross join ${numbers(1, 2)} as c cross join ${numbers(1, PEOPLE)} as p`,
    `insert into quiz_figures (user_id, lesson_id, attempts, passed, score_sum, duration_ms_sum, timed_attempts, last_attempt_at, first_attempt_at, first_passed)
      select user_id, lesson_id, count(*), count(*) filter (where passed), sum(score), coalesce(sum(duration_ms), 0), count(duration_ms), max(submitted_at), min(submitted_at), min(score) >= 70
      from quiz_attempts group by user_id, lesson_id`,
  ];
}

const statements = (dialect: Dialect, attempts: number) => [
  ...people(dialect, PEOPLE),
  ...learning(dialect),
  ...attempting(dialect, attempts),
];

/** Fills an empty database with this many people and nothing that they learn. */
export async function plantPeople(url: string, amount: number): Promise<void> {
  const db = await openDatabase(url, 1);
  await migrateDatabase(db);
  const pool = postgresPool(db);
  for (const statement of people(pool ? POSTGRES : SQLITE, amount))
    await (pool ? pool.query(statement) : sqliteConnection(db)?.exec(statement));
  await indexPeople(db);
  await pool?.query('vacuum analyze');
  await db.close();
}

/** Fills the empty SQLite database at `url` with this many attempts. */
export async function plantSqlite(url: string, attempts: number): Promise<void> {
  const db = await openDatabase(url);
  await migrateDatabase(db);
  const connection = sqliteConnection(db);
  if (!connection) throw new Error('No SQLite connection.');
  for (const pragma of ['synchronous = OFF', 'cache_size = -400000', 'foreign_keys = OFF']) connection.pragma(pragma);
  const indexes = connection
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_master where type = 'index' and tbl_name = 'quiz_attempts' and sql is not null`,
    )
    .all();
  connection.transaction(() => {
    // An index is built sooner at once than row by row.
    for (const { name } of indexes) connection.exec(`drop index ${name}`);
    for (const statement of statements(SQLITE, attempts)) connection.exec(statement);
    for (const { sql } of indexes) connection.exec(sql);
  })();
  connection.pragma('wal_checkpoint(TRUNCATE)');
  await db.close();
}

/** Fills the empty PostgreSQL database at `url` with this many attempts. */
export async function plantPostgres(url: string, attempts: number): Promise<void> {
  const db = await openDatabase(url, 1);
  await migrateDatabase(db);
  const pool = postgresPool(db);
  if (!pool) throw new Error('No PostgreSQL pool.');
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'quiz_attempts' and indexname not like '%pk%'`,
  );
  await pool.query("set session_replication_role = 'replica'");
  await pool.query("set maintenance_work_mem = '256MB'");
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  for (const statement of statements(POSTGRES, attempts)) await pool.query(statement);
  for (const { definition } of rows) await pool.query(definition);
  for (const table of ['courses', 'lessons'])
    await pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
  await db.close();
}

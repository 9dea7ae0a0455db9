// Installations with many quiz attempts, in seconds: rows written by SQL alone, the same on either engine.
import { type Db, openDatabase } from '#server/db/client.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { postgresPool } from '#server/db/postgres.ts';
import { sqliteConnection } from '#server/db/sqlite.ts';
import { indexPeople } from '#server/people/search-people.ts';
import * as bench from '../bench/seed.ts';

export interface Plan {
  people: number;
  attempts: number;
}

const COURSES = 1_000;
const LESSONS = 12;
/** The last lessons of each course. */
const QUIZZES = 5;
const ORGANIZATIONS = 20;
/** The quizzes of the course that everybody takes, and one of the others. */
export const QUIZ_LESSONS = [8, 9, 10, 11, 12, 24];

const organizationId = (n: number) => `00000000-0000-4000-a000-${n.toString(16).padStart(12, '0')}`;
/** 19 of 20 people are in the first organization; the others share the rest of them evenly. */
export const ORGANIZATION = organizationId(1);
export const SMALL_ORGANIZATION = organizationId(3);
export const GROUP = ORGANIZATION.replace('a000', 'b000');
/** People by number: the admins of these two organizations, and one who is in none. */
export const ORG_ADMIN = 20;
export const SMALL_ADMIN = 39;
export const SUPER_ADMIN = 1_000_000;
/** Each person takes two courses, and so ten quizzes. Attempts come evenly: so many of every person at each of their quizzes. */
const roundsOf = ({ people, attempts }: Plan) => Math.max(1, Math.round(attempts / (people * 2 * QUIZZES)));
export const fitting = (plan: Plan): Plan => ({ ...plan, attempts: roundsOf(plan) * plan.people * 2 * QUIZZES });

interface Dialect extends bench.Dialect {
  /** So many milliseconds ago. */
  ago: (milliseconds: string) => string;
  organization: (n: string) => string;
  /** The day so many days from now, such as '2026-11-23'. */
  dayIn: (days: string) => string;
}

const SQLITE: Dialect = {
  ...bench.sqlite,
  ago: (milliseconds) => `(${bench.sqlite.now} - (${milliseconds}))`,
  organization: (n) => `printf('00000000-0000-4000-a000-%012x', ${n})`,
  dayIn: (days) => `date('now', (${days}) || ' days')`,
};

const POSTGRES: Dialect = {
  ...bench.postgres,
  ago: (milliseconds) => `(now() - (${milliseconds}) * interval '1 millisecond')`,
  organization: (n) => `('00000000-0000-4000-a000-' || lpad(to_hex(${n}::bigint), 12, '0'))::uuid`,
  dayIn: (days) => `to_char(now() + (${days}) * interval '1 day', 'YYYY-MM-DD')`,
};

const DAY_MS = 86_400_000;
/** Some time in the last 400 days that looks like chance and is none. */
const someDay = (n: string) => `cast((${n}) * 7919 % 400 as bigint) * ${DAY_MS} + (${n}) % 1000 * 60000`;
/** How many lessons of a course somebody completed. */
const reached = (n: string) => `((${n}) % ${LESSONS + 1})`;
/** The first course of everybody is the same one, the second one of the others. */
const courseOf = (n: string, place: string) => `(case ${place} when 1 then 1 else ${n} % ${COURSES - 1} + 2 end)`;
const lessonOf = (course: string, at: string) => `((${course} - 1) * ${LESSONS} + ${at})`;

function people({ uuid, numbers, now, yes, organization, ago }: Dialect, amount: number): string[] {
  const admins = `(${[ORG_ADMIN, SMALL_ADMIN, SUPER_ADMIN].map((n) => `select ${n} as n`).join(' union all ')})`;
  const everyone = `(select n from ${numbers(1, amount)} as s union all select ${SUPER_ADMIN})`;
  const organizationOf = `case when n = ${SUPER_ADMIN} then null when n % 20 < 19 then ${organization('1')}
        else ${organization(`n / 20 % ${ORGANIZATIONS - 1} + 2`)} end`;
  return [
    `insert into meta (key, value) values ('data_epoch', '${bench.EPOCH}')`,
    `insert into organizations (id, name, slug, is_active, created_at, updated_at)
      select ${organization('n')}, 'Organization ' || n, 'organization-' || n, ${yes}, ${now}, ${now} from ${numbers(1, ORGANIZATIONS)} as o`,
    `insert into profiles (id, email, full_name, organization_id, is_org_admin, is_super_admin, created_at, updated_at)
      select ${uuid('n', '8000')}, 'person-' || n || '@demo.example', 'Person ' || n, ${organizationOf},
        n in (${ORG_ADMIN}, ${SMALL_ADMIN}), n = ${SUPER_ADMIN}, ${ago('n % 100000 * 10000')}, ${now} from ${everyone} as p`,
    `insert into auth_users (id, email, user_metadata, app_metadata, created_at, updated_at)
      select ${uuid('n', '8000')}, 'person-' || n || '@demo.example', '{}', '{}', ${now}, ${now} from ${admins} as p`,
    `insert into auth_sessions (id, user_id, hmac_key, amr, created_at)
      select ${uuid('n', '9000')}, ${uuid('n', '8000')}, 'unused', '[]', ${now} from ${admins} as p`,
    `insert into groups (id, organization_id, name, name_key, created_at)
      values ('${GROUP}', '${ORGANIZATION}', 'North yard', 'north yard', ${now})`,
    `insert into group_members (group_id, user_id, is_lead, created_at)
      select '${GROUP}', ${uuid('20 * n', '8000')}, n = 1, ${now} from ${numbers(1, Math.min(500, amount / 20))} as g`,
  ];
}

function learning({ uuid, numbers, now, yes, ago, organization, dayIn }: Dialect, amount: number): string[] {
  const course = courseOf('p.n', 'c.n');
  const ofPeople = `${numbers(1, amount)} as p cross join ${numbers(1, 2)} as c`;
  const isDone = `${reached('p.n')} = ${LESSONS}`;
  const serial = "'LOAD-' || p.n || '-' || c.n";
  return [
    `insert into courses (id, title, description, category, instructor_name, price_cents, is_published, organization_id, valid_months, objectives, prerequisites, created_at, updated_at)
      select n, 'Course ' || n, 'What a course is about.', case n % 4 when 0 then 'software' when 1 then 'hardware' when 2 then 'business' else 'design' end,
        'Maren Holt', 4900, ${yes}, case when n = 1 then ${organization('1')} end, 12, '[]', '[]', ${ago(someDay('n'))}, ${now} from ${numbers(1, COURSES)} as c`,
    `insert into lessons (id, course_id, title, body, order_index, points, created_at, updated_at)
      select n, (n - 1) / ${LESSONS} + 1, case when (n - 1) % ${LESSONS} >= ${LESSONS - QUIZZES} then 'Quiz ' else 'Read page ' end || n,
        'Text.', (n - 1) % ${LESSONS} + 1, 10, ${now}, ${now} from ${numbers(1, COURSES * LESSONS)} as l`,
    `insert into course_progress (user_id, course_id, percent, points_earned, total_points, status, is_assigned, enrolled_at, due_on, completed_at, last_activity_at)
      select ${uuid('p.n', '8000')}, ${course}, ${reached('p.n')} * 100 / ${LESSONS}, ${reached('p.n')} * 10, ${LESSONS * 10},
        case when ${isDone} then 'completed' else 'in_progress' end, c.n = 1, ${ago(someDay('p.n + c.n'))},
        case when c.n = 1 and p.n % 10 = 0 then ${dayIn('p.n / 10 % 90 - 30')} end,
        case when ${isDone} then ${ago(`(${someDay('p.n + c.n')}) / 2`)} end, ${ago(`(${someDay('p.n + c.n')}) / 2`)} from ${ofPeople}`,
    `insert into unit_progress (user_id, lesson_id, course_id, status, rev, completed_at, watched, updated_at)
      select ${uuid('p.n', '8000')}, ${lessonOf(course, 'l.n')}, ${course},
        case when l.n <= ${reached('p.n')} then 'completed' else 'in_progress' end, 1,
        case when l.n <= ${reached('p.n')} then ${ago(someDay('p.n + l.n'))} end, '[]', ${ago(someDay('p.n + l.n'))}
      from ${numbers(1, LESSONS)} as l cross join ${ofPeople} where l.n <= ${reached('p.n')} + 1`,
    `insert into course_ratings (user_id, course_id, stars, created_at, updated_at)
      select ${uuid('p.n', '8000')}, ${course}, p.n % 5 + 1, ${ago(someDay('p.n'))}, ${now} from ${ofPeople} where ${isDone}`,
    `insert into certificates (id, serial, user_id, course_id, learner_name, course_title, issued_at, valid_until)
      select ${uuid('(p.n * 2 + c.n)', '9000')}, ${serial}, ${uuid('p.n', '8000')}, ${course}, 'Person ' || p.n, 'Course ' || ${course},
        ${ago(`(${someDay('p.n + c.n')}) / 2`)}, ${dayIn('p.n / 13 % 365 - 60')} from ${ofPeople} where ${isDone}`,
  ];
}

function attempting({ uuid, numbers, ago }: Dialect, plan: Plan): string[] {
  const course = courseOf('p.n', 'c.n');
  const mark = '((p.n * 31 + q.n * 17 + k.n * 7) % 101)';
  return [
    // Round by round, as they come in over the months: the attempts of one person lie far apart.
    `insert into quiz_attempts (user_id, lesson_id, score, passed, answers, quiz_version, duration_ms, submitted_at)
      select ${uuid('p.n', '8000')}, ${lessonOf(course, `(${LESSONS - QUIZZES} + q.n)`)}, ${mark}, ${mark} >= 70, '{"1":[2]}', 'one',
        case when k.n % 4 = 0 then null else 20000 + ${mark} * 1000 end, ${ago(someDay('p.n + q.n + k.n'))}
      from ${numbers(1, roundsOf(plan))} as k cross join ${numbers(1, QUIZZES)} as q
      cross join ${numbers(1, 2)} as c cross join ${numbers(1, plan.people)} as p`,
    `insert into quiz_figures (user_id, lesson_id, attempts, passed, score_sum, duration_ms_sum, timed_attempts, last_attempt_at, first_attempt_at, first_passed)
      select user_id, lesson_id, count(*), count(*) filter (where passed), sum(score), coalesce(sum(duration_ms), 0), count(duration_ms), max(submitted_at), min(submitted_at), min(score) >= 70
      from quiz_attempts group by user_id, lesson_id`,
  ];
}

const statements = (dialect: Dialect, plan: Plan) => [
  ...people(dialect, plan.people),
  ...learning(dialect, plan.people),
  ...attempting(dialect, plan),
];

/** Fills the empty database at `url`. */
export async function plant(url: string, plan: Plan): Promise<void> {
  const db = await openDatabase(url, 1);
  await migrateDatabase(db);
  await (db.engine === 'sqlite' ? plantSqlite(db, plan) : plantPostgres(db, plan));
  await indexPeople(db);
  await postgresPool(db)?.query('vacuum analyze');
  await db.close();
}

async function plantSqlite(db: Db, plan: Plan): Promise<void> {
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
    for (const statement of statements(SQLITE, plan)) connection.exec(statement);
    for (const { sql } of indexes) connection.exec(sql);
  })();
  connection.pragma('wal_checkpoint(TRUNCATE)');
}

async function plantPostgres(db: Db, plan: Plan): Promise<void> {
  const pool = postgresPool(db);
  if (!pool) throw new Error('No PostgreSQL pool.');
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'quiz_attempts' and indexname not like '%pk%'`,
  );
  await pool.query("set session_replication_role = 'replica'");
  await pool.query("set maintenance_work_mem = '256MB'");
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  for (const statement of statements(POSTGRES, plan)) await pool.query(statement);
  for (const { definition } of rows) await pool.query(definition);
  for (const table of ['courses', 'lessons'])
    await pool.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

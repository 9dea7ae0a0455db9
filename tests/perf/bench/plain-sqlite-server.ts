// The unit change as plain prepared SQL on SQLite: the same tables and checks, one durable transaction a request.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { servePlain } from './plain-server.ts';

const db = new Database(join(process.env.DATA_DIR ?? '', 'groundwork.db'));
for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) db.pragma(pragma);

const epoch = db.prepare("select value from meta where key = 'data_epoch'");
const session = db.prepare('select id from auth_sessions where id = ? and user_id = ?');
const seen = db.prepare('select status, body from applied_ops where user_id = ? and op_id = ?');
const lesson = db.prepare(`select l.course_id as courseId, u.rev from lessons l
  join courses c on c.id = l.course_id and c.is_published and c.visibility = 'public'
  left join unit_progress u on u.lesson_id = l.id and u.user_id = ? where l.id = ?`);
const putUnit = db.prepare(`insert into unit_progress
  (user_id, lesson_id, course_id, status, rev, position_seconds, watched, updated_at) values (?, ?, ?, ?, ?, ?, '[]', ?)
  on conflict (user_id, lesson_id) do update set status = excluded.status, rev = excluded.rev,
  position_seconds = excluded.position_seconds, updated_at = excluded.updated_at`);
const count =
  db.prepare(`select count(*) as lessons, sum(l.points) as points, sum(u.status is 'completed') as completed,
  sum(case when u.status = 'completed' then l.points else 0 end) as earned from lessons l
  left join unit_progress u on u.lesson_id = l.id and u.user_id = ? where l.course_id = ?`);
const putCourse = db.prepare(`insert into course_progress
  (user_id, course_id, percent, points_earned, total_points, enrolled_at, last_activity_at) values (?, ?, ?, ?, ?, ?, ?)
  on conflict (user_id, course_id) do update set percent = excluded.percent, points_earned = excluded.points_earned,
  total_points = excluded.total_points, last_activity_at = excluded.last_activity_at`);
const keep = db.prepare(
  'insert into applied_ops (user_id, op_id, request_hash, status, body, at) values (?, ?, ?, 200, ?, ?)',
);

type Lesson = { courseId: number; rev: number | null } | undefined;
type Counted = { lessons: number; points: number; completed: number; earned: number };

await servePlain(({ userId, sessionId, opId, lessonId, status, positionSeconds }) => {
  if (!session.get(sessionId, userId)) return undefined;
  return db
    .transaction(() => {
      const { value: dataEpoch } = epoch.get() as { value: string };
      const before = seen.get(userId, opId) as { body: string } | undefined;
      if (before) return JSON.parse(before.body) as object;
      const found = lesson.get(userId, lessonId) as Lesson;
      if (!found) return undefined;
      const [now, rev] = [Date.now(), (found.rev ?? 0) + 1];
      putUnit.run(userId, lessonId, found.courseId, status, rev, positionSeconds, now);
      const { lessons, points, completed, earned } = count.get(userId, found.courseId) as Counted;
      putCourse.run(userId, found.courseId, Math.floor((100 * completed) / lessons), earned, points, now, now);
      const answer = { unit: { lessonId, status, rev, positionSeconds }, changed: true, dataEpoch };
      keep.run(userId, opId, 'plain', JSON.stringify(answer), now);
      return answer;
    })
    .immediate();
});

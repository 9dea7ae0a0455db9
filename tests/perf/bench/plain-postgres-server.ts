// The unit change on PostgreSQL as everybody writes it first: five statements in one transaction, by pg, on a pool of ten.
import pg from 'pg';
import { servePlain } from './plain-server.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const FIND = `select l.course_id as "courseId", u.rev from lessons l
  join courses c on c.id = l.course_id and c.is_published and c.visibility = 'public'
  join auth_sessions s on s.id = $3 and s.user_id = $1
  left join unit_progress u on u.lesson_id = l.id and u.user_id = $1
  left join applied_ops o on o.user_id = $1 and o.op_id = $4 where l.id = $2 and o.op_id is null`;
const PUT_UNIT = `insert into unit_progress
  (user_id, lesson_id, course_id, status, rev, position_seconds, watched, updated_at) values ($1, $2, $3, $4, $5, $6, '[]', now())
  on conflict (user_id, lesson_id) do update set status = excluded.status, rev = excluded.rev,
  position_seconds = excluded.position_seconds, updated_at = excluded.updated_at`;
const COUNT = `select count(*)::int as lessons, sum(l.points)::int as points,
  count(*) filter (where u.status = 'completed')::int as completed,
  coalesce(sum(l.points) filter (where u.status = 'completed'), 0)::int as earned from lessons l
  left join unit_progress u on u.lesson_id = l.id and u.user_id = $1 where l.course_id = $2`;
const PUT_COURSE = `insert into course_progress
  (user_id, course_id, percent, points_earned, total_points, enrolled_at, last_activity_at) values ($1, $2, $3, $4, $5, now(), now())
  on conflict (user_id, course_id) do update set percent = excluded.percent, points_earned = excluded.points_earned,
  total_points = excluded.total_points, last_activity_at = excluded.last_activity_at`;
const KEEP = `insert into applied_ops (user_id, op_id, request_hash, status, body, at) values ($1, $2, 'plain', 200, $3, now())`;

await servePlain(async ({ userId, sessionId, opId, lessonId, status, positionSeconds }) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const [found] = (await client.query(FIND, [userId, lessonId, sessionId, opId])).rows;
    if (!found) return undefined;
    const rev = (found.rev ?? 0) + 1;
    await client.query(PUT_UNIT, [userId, lessonId, found.courseId, status, rev, positionSeconds]);
    const { lessons, points, completed, earned } = (await client.query(COUNT, [userId, found.courseId])).rows[0];
    const percent = Math.floor((100 * completed) / lessons);
    await client.query(PUT_COURSE, [userId, found.courseId, percent, earned, points]);
    const answer = { unit: { lessonId, status, rev, positionSeconds }, changed: true };
    await client.query(KEEP, [userId, opId, JSON.stringify(answer)]);
    await client.query('commit');
    return answer;
  } finally {
    client.release();
  }
});

// A person's due dates for a calendar program, which asks again and again at an address of the person's own.
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { Hono } from 'hono';
import { type CalendarAddress, calendarOf } from '#sync/contract/calendar.ts';
import type { Http, RateLimitRule } from '../deps.ts';
import { requireActor } from '../http/actor.ts';
import { clientNetwork } from '../http/client-ip.ts';
import { limitCalls } from '../http/rate-limit.ts';
import { firstOffered } from '../words/languages.ts';
import { words } from '../words/words.ts';
import { dueSummary } from './mail-assigned.ts';
import { personIn, personToken, readUnsubscribeKey } from './unsubscribe.ts';

/** Programs ask each few minutes; a class may sit behind one address. */
const CALENDARS: RateLimitRule = { name: 'calendars', limit: 300, windowSeconds: 600 };
const MOST_EVENTS = 500;

export const dueCalendarRoutes = new Hono<Http>()
  .get('/account/calendar', requireActor, async (c) => {
    const { db, env } = c.var.deps;
    const token = personToken(await readUnsubscribeKey(db), 'calendar', c.var.actor.id);
    return c.json({ address: `${env.publicUrl}/api/calendar/${token}/due-dates.ics` } satisfies CalendarAddress);
  })
  .get('/calendar/:token/due-dates.ics', async (c) => {
    const { db, env, now } = c.var.deps;
    await limitCalls(c.var.deps, CALENDARS, clientNetwork(c));
    const id = await personIn(db, 'calendar', c.req.param('token'));
    const { courseProgress, courses, organizations, profiles } = db.tables;
    const { userId, courseId, dueOn, completedAt } = courseProgress;
    const rows = await db
      .select({
        ...{ userId, courseId, title: courses.title, dueOn, completedAt },
        ...{ language: profiles.language, theirLanguage: organizations.language },
      })
      .from(courseProgress)
      .innerJoin(courses, and(eq(courses.id, courseId), eq(courses.isPublished, true)))
      .innerJoin(profiles, and(eq(profiles.id, userId), isNull(profiles.erasedAt)))
      .leftJoin(organizations, eq(organizations.id, profiles.organizationId))
      .where(and(eq(userId, id), isNotNull(dueOn)))
      .orderBy(desc(dueOn), courseId)
      .limit(MOST_EVENTS);
    const events = rows.map((row) => ({ ...row, dueOn: row.dueOn ?? '', isOver: row.completedAt !== null }));
    const [first] = rows;
    const i18n = words(firstOffered(env, first?.language, first?.theirLanguage));
    const calendar = calendarOf(events, { origin: env.publicUrl, now: now(), summaryOf: dueSummary(i18n) });
    return c.body(calendar, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Cache-Control': 'no-store',
    });
  });

// Stopping reminders from the mail itself, without signing in: by one click in the mail program (RFC 8058), or on
// a small page that asks first, because mail scanners open links.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { isUuid } from '#sync/contract/fields.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { type Db, run, type Steps, type TxContext } from '../db/client.ts';
import type { Deps, Http } from '../deps.ts';
import { auditLog, ownAct } from '../http/audit-log.ts';
import { clientIp } from '../http/client-ip.ts';
import { BUTTON_BACKGROUND, BUTTON_STYLE, cardHtml, escaped } from '../mail/mail-layout.ts';
import { languageOf } from '../mail/receiver.ts';
import { type Words, words } from '../words/words.ts';

const KEY = 'unsubscribe_key';

/** What signs the links; made once, even when several servers start together. */
export const readUnsubscribeKey = (db: Db): Promise<string> => db.transact(unsubscribeKey);

/** `readUnsubscribeKey` inside a unit. */
export function* unsubscribeKey(tx: TxContext): Steps<string> {
  const { meta } = tx.tables;
  const [known] = yield* run(tx.select().from(meta).where(eq(meta.key, KEY)));
  if (known) return known.value;
  const made = tx
    .insert(meta)
    .values({ key: KEY, value: randomBytes(32).toString('base64url') })
    // Another server's, when it was made just now.
    .onConflictDoUpdate({ target: meta.key, set: { value: meta.value } })
    .returning();
  const [row] = yield* run(made);
  if (!row) throw new Error('The key of unsubscribe links could not be stored.');
  return row.value;
}

type Purpose = 'unsubscribe' | 'calendar';
const sign = (key: string, purpose: Purpose, userId: string) =>
  createHmac('sha256', key).update(`${purpose} ${userId}`).digest();

/** What proves in a link that it is this person's: good for this purpose alone, without sign-in, and without an end. */
export const personToken = (key: string, purpose: Purpose, userId: string) =>
  `${userId}.${sign(key, purpose, userId).toString('base64url')}`;

/** What stands for such an address where an admin reads an example: the link itself would stop the reminders of that person. */
export const shownUnsubscribeLink = ({ publicUrl }: Deps['env']) => `${publicUrl}/api/reminders/stop/...`;

/** The address at which this person stops reminders; it needs no sign-in and never ends. */
export const unsubscribeLink = ({ publicUrl }: Deps['env'], key: string, userId: string) =>
  `${publicUrl}/api/reminders/stop/${personToken(key, 'unsubscribe', userId)}`;

/** Whose link it is; that of an account that was merged is the other one's. Refuses `not_found`. */
export async function personIn(db: Db, purpose: Purpose, token: string): Promise<string> {
  const [userId = '', signature = ''] = token.split('.');
  const sent = Buffer.from(signature, 'base64url');
  const expected = isUuid(userId) ? sign(await readUnsubscribeKey(db), purpose, userId) : undefined;
  if (!expected || sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw new Refusal('not_found');
  const { profiles } = db.tables;
  const [person] = await db.select({ mergedInto: profiles.mergedInto }).from(profiles).where(eq(profiles.id, userId));
  return person?.mergedInto ?? userId;
}

const PATH = '/reminders/stop/:token';

export const unsubscribeRoutes = new Hono<Http>()
  .get(PATH, async (c) => {
    const { db } = c.var.deps;
    const { profiles } = db.tables;
    const id = await personIn(db, 'unsubscribe', c.req.param('token'));
    const { remindersOffAt } = profiles;
    const here = and(eq(profiles.id, id), isNull(profiles.erasedAt));
    const [person] = await db.select({ remindersOffAt }).from(profiles).where(here);
    if (!person) throw new Refusal('not_found');
    return page(c, id, person.remindersOffAt ? 'off' : 'on');
  })
  .post(PATH, (c) => change(c, c.req.param('token'), 'off'))
  .post(`${PATH}/undo`, (c) => change(c, c.req.param('token'), 'on'));

async function change(c: Context<Http>, token: string, to: 'on' | 'off'): Promise<Response> {
  const { db, now } = c.var.deps;
  const { profiles } = db.tables;
  const id = await personIn(db, 'unsubscribe', token);
  const at = now();
  await db.transact(function* (tx) {
    const here = and(eq(profiles.id, id), isNull(profiles.erasedAt));
    const [person] = yield* run(tx.select({ offAt: profiles.remindersOffAt }).from(profiles).where(here));
    if (!person) throw new Refusal('not_found');
    if ((person.offAt !== null) === (to === 'off')) return;
    yield* run(
      tx
        .update(profiles)
        .set({ remindersOffAt: to === 'off' ? at : null })
        .where(here),
    );
    yield* run(auditLog(tx, ownAct(`account.reminders_${to}`, id, { ip: clientIp(c), at })));
  });
  return page(c, id, to === 'off' ? 'off' : 'again');
}

type State = 'on' | 'off' | 'again';

function pageWords(state: State, i18n: Words): { title: string; text: string; action: string } {
  switch (state) {
    case 'on':
      return {
        title: i18n._('Stop the reminders?'),
        text: i18n._('You will get no more emails about training that is due or certificates that expire.'),
        action: i18n._('Stop'),
      };
    case 'off':
      return {
        title: i18n._('Reminders are off'),
        text: i18n._('You get no emails about training that is due or certificates that expire.'),
        action: i18n._('Turn on again'),
      };
    case 'again':
      return {
        title: i18n._('Reminders are on'),
        text: i18n._('You get emails about training that is due and certificates that expire.'),
        action: i18n._('Stop'),
      };
  }
}

async function page(c: Context<Http>, userId: string, state: State): Promise<Response> {
  const { db, env } = c.var.deps;
  const i18n = words(await db.transact((tx) => languageOf(tx, env, { to: '', userId })));
  const { title, text, action } = pageWords(state, i18n);
  const own = `/api/reminders/stop/${encodeURIComponent(c.req.param('token') ?? '')}`;
  const to = state === 'off' ? `${own}/undo` : own;
  c.header('Content-Security-Policy', POLICY);
  const button = `<button style="${BUTTON_STYLE};${BUTTON_BACKGROUND};border:0;cursor:pointer">${escaped(action)}</button>`;
  const body = `<p style="margin:0 0 24px">${escaped(text)}</p>\n<form method="post" action="${to}">${button}</form>`;
  const footnote = escaped(i18n._('Your due dates stay, and you are still reminded of required training.'));
  return c.html(cardHtml({ title, body, footnote }, i18n)) as Response;
}

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

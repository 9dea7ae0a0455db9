// GET /dev/mail: the mails of an installation without SMTP_URL, for development. Never in production.
import { desc, eq } from 'drizzle-orm';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { Refusal } from '#sync/contract/refusal.ts';
import type { Http } from '../deps.ts';
import { validateId, validateQuery } from '../http/validate.ts';
import { escaped } from './mail-layout.ts';

const SHOWN = 100;
const Sent = z.object({ to: z.optional(z.string()) });

export const devMailRoutes = new Hono<Http>()
  .get('/mail', validateQuery(Sent), async (c) => {
    const { mailOutbox } = c.var.deps.db.tables;
    const to = c.req.valid('query').to?.trim().toLowerCase();
    const rows = await c.var.deps.db
      .select()
      .from(mailOutbox)
      .where(to ? eq(mailOutbox.toAddress, to) : undefined)
      .orderBy(desc(mailOutbox.id))
      .limit(SHOWN);
    if (c.req.header('Accept')?.includes('application/json')) {
      return c.json({ mails: rows.map((row) => ({ ...row, link: linkIn(row.text), code: codeIn(row.text) })) });
    }
    c.header('Content-Security-Policy', POLICY);
    const list = rows.map(
      ({ id, subject, toAddress, createdAt, isSample }) =>
        `<li><a href="/dev/mail/${id}">${escaped(subject)}</a> to ${escaped(toAddress)}, ${createdAt.toISOString()}${isSample ? NOT_SENT : ''}</li>`,
    );
    return c.html(page(list.length > 0 ? `<ul>${list.join('\n')}</ul>` : '<p>No mail yet.</p>'));
  })
  .get('/mail/:id', async (c) => {
    const { mailOutbox } = c.var.deps.db.tables;
    const id = validateId(c.req.param('id'), 'not_found');
    const [mail] = await c.var.deps.db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
    if (!mail) throw new Refusal('not_found');
    c.header('Content-Security-Policy', POLICY);
    return c.html(mail.html ?? page('<p>This mail was sent; its text is kept no longer.</p>'));
  });

/** Mails carry their styles inline; nothing else is loaded or run. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** With a mail server, too. */
const NOT_SENT = ' (sample person, not sent)';
const codeIn = (text: string) => /\b\d{6}$/m.exec(text)?.[0] ?? null;
const linkIn = (text: string) => /^https?:\/\/\S+$/m.exec(text)?.[0] ?? null;

function page(body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail - Groundwork</title>
</head>
<body style="margin:2rem auto;max-width:48rem;padding:0 1rem;font-family:system-ui,sans-serif;line-height:1.6;color:#1a1623">
<h1>Mail</h1>
<p>SMTP_URL is not set, so mails wait here. <a href="/dev/mail">Look again</a></p>
${body}
</body>
</html>
`;
}

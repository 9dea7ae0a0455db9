// The child of kills.test.ts: sends the mails that wait until it is killed.
import { openDatabase } from '#server/db/client.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/http/log.ts';
import { mails, openSmtp } from '#server/mail/mailer.ts';
import { openQueue } from '#server/queue/queue.ts';

const [url = '', smtpUrl = ''] = process.argv.slice(2);
const db = await openDatabase(url, 2);
const env = readEnv({ SMTP_URL: smtpUrl, MAIL_FROM: 'training@learn.example' });
const log = createLog({ level: 'warn', json: true });
const parts = { env, db, log, now: () => new Date() };
const queue = openQueue(parts);
queue.add('mails', mails(parts, await openSmtp(env)));
queue.wake('mails');
// The queue lets a process end, and only a kill may.
setInterval(() => {}, 60_000);

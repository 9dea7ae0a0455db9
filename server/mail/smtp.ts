import type { Env } from '../env.ts';
import type { Carry } from './outbox.ts';

/** Carries mails to the server in SMTP_URL; undefined where none is set. */
export async function openSmtp({ mail }: Env): Promise<Carry | undefined> {
  if (!mail) return undefined;
  // Not loaded where no mail is sent.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(mail.smtpUrl, { from: mail.from });
  return async ({ toAddress, subject, text, html }) => {
    // The address as an object: a list or a display name in it must not become further recipients.
    const to = { name: '', address: toAddress };
    await transport.sendMail({ to, subject, text, ...(html !== null && { html }) });
  };
}

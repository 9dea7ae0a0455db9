// The texts of our mails, by kind.

export type MailKind = 'signup' | 'magiclink' | 'recovery' | 'invite' | 'invitation';

export interface MailFields {
  link: string;
  /** The person's name, as far as it is known. */
  name?: string | undefined;
  organization?: string | undefined;
  /** The course that an invitation brings. */
  course?: string | undefined;
  /** When an invitation ends; null for never. */
  expiresAt?: Date | null;
}

/** A mail without its address. */
export interface Mail {
  kind: MailKind;
  subject: string;
  text: string;
  html: string;
}

const ONCE = 'The button works once, for one hour.';
const NOT_EXPECTED = 'You did not expect this invitation? Then leave this mail alone, and nothing will happen.';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const CONTENT: Record<MailKind, (fields: MailFields) => MailContent & { subject: string }> = {
  signup: ({ link }) => ({
    subject: 'Confirm your email address',
    title: 'Confirm your email address',
    lines: ['One more step, and your training can begin: please confirm that this address is yours.', ONCE],
    button: { label: 'Confirm and sign in', link },
    footnote: 'You did not sign up? Then leave this mail alone, and nothing will happen.',
  }),
  magiclink: ({ link }) => ({
    subject: 'Your sign-in link',
    title: 'Sign in to Groundwork',
    lines: ['Here is the link that you asked for. It signs you in without a password.', ONCE],
    button: { label: 'Sign in', link },
    footnote: 'You did not ask for it? Then leave this mail alone; nobody gets in without it.',
  }),
  recovery: ({ link }) => ({
    subject: 'Set a new password',
    title: 'Set a new password',
    lines: ['Somebody, we hope you, asked to set a new password for your account.', ONCE],
    button: { label: 'Choose a new password', link },
    footnote: 'You did not ask for it? Then leave this mail alone, and your password stays as it is.',
  }),
  invite: ({ link, organization }) => ({
    subject: organization ? `Join ${organization} on Groundwork` : 'You are invited to Groundwork',
    title: organization ? `Join ${organization}` : 'You are invited to Groundwork',
    lines: [
      organization
        ? `Your place in the training of ${organization} is ready.`
        : 'Your place in the training is ready: an account was made for this address.',
      ONCE,
    ],
    button: { label: 'Accept and sign in', link },
    footnote: NOT_EXPECTED,
  }),
  invitation: ({ link, organization, course, expiresAt }) => ({
    subject: `Join ${organization} on Groundwork`,
    title: `Join ${organization}`,
    lines: [
      `${organization} invites you to its training.`,
      ...(course ? [`It begins with the course “${course}”.`] : []),
      `The invitation is for this address alone and works once${expiresAt ? `, until ${day.format(expiresAt)}` : ''}.`,
    ],
    button: { label: 'Accept the invitation', link },
    footnote: NOT_EXPECTED,
  }),
};

/**
 * The greeting. Whoever signs an address up chooses the name that its owner reads: a name that a mail program would turn
 * into a link, or that starts a line of its own, could carry a stranger's message in our mail.
 */
function greeting(name: string | undefined): string[] {
  const plain = name?.trim().slice(0, 99);
  return plain && !/[/:@<>\p{Cc}\p{Zl}\p{Zp}]|\.[\p{L}\p{N}]/u.test(plain) ? [`Hello ${plain},`] : [];
}

/** The complete mail of a kind. */
export function accountMail(kind: MailKind, fields: MailFields): Mail {
  const { subject, ...content } = CONTENT[kind](fields);
  const lines = [...greeting(fields.name), ...content.lines];
  // A line break in a name must not end a header.
  return { kind, subject: subject.replaceAll(/\p{Cc}+/gu, ' '), ...renderMail({ ...content, lines }) };
}

// The layout of our mails, as plain text and as HTML: a card with a few lines, one button, and a footnote.
// Mail programs know few styles: tables, inline styles, and the colours of app/style.css by value.

export interface MailContent {
  title: string;
  /** Paragraphs above the button. */
  lines: string[];
  button: { label: string; link: string };
  /** Small print below it. */
  footnote: string;
}

/** Both bodies of a mail. Everything is escaped: names come from people. */
export function renderMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({ title, lines, button, footnote }: MailContent): string {
  return `${[title, ...lines, `${button.label}:\n${button.link}`, footnote, '-- \nGroundwork'].join('\n\n')}\n`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const CANVAS = '#f6f5f9';
const SURFACE = '#ffffff';
const LINE = '#dfdce7';
const INK = '#1a1623';
const INK_SOFT = '#554f66';
const ACCENT = '#6d28d9';
const ACCENT_TEXT = '#5b21b6';

function asHtml({ title, lines, button, footnote }: MailContent): string {
  const link = escaped(button.link);
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:0;background:${CANVAS}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${CANVAS}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 16px;${FONT};font-size:18px;font-weight:700;color:${ACCENT_TEXT}">Groundwork</td></tr>
<tr><td style="padding:32px;background:${SURFACE};border:1px solid ${LINE};border-radius:16px;${FONT};font-size:16px;line-height:24px;color:${INK}">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:${INK}">${escaped(title)}</h1>
${paragraphs}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
<td style="background:${ACCENT};border-radius:12px">
<a href="${link}" style="display:inline-block;padding:16px 28px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(button.label)}</a>
</td></tr></table>
<p style="margin:0 0 4px;font-size:14px;line-height:20px;color:${INK_SOFT}">If the button does not work, copy this address into your browser:</p>
<p style="margin:0;font-size:14px;line-height:20px;word-break:break-all"><a href="${link}" style="color:${ACCENT_TEXT}">${link}</a></p>
</td></tr>
<tr><td style="padding:16px 4px 0;${FONT};font-size:14px;line-height:20px;color:${INK_SOFT}">${escaped(footnote)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text that is safe inside an element and inside a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

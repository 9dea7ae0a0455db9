// The layout of our mails, as plain text and as HTML: a card with a few lines, one button, and a footnote.
// Mail programs know few styles: tables, inline styles, and the colours of app/style.css by value.
import type { Words } from '../words/words.ts';

export interface MailContent {
  title: string;
  /** Paragraphs above the button. */
  lines: string[];
  button?: { label: string; link: string };
  /** Below the button, or in its place. */
  code?: string | undefined;
  /** Small print below it. */
  footnote: string;
  /** A link in the small print. */
  aside?: { label: string; link: string };
}

/** Both bodies of a mail. Everything is escaped: names come from people. */
export function renderMail(content: MailContent, i18n: Words): { text: string; html: string } {
  return { text: asText(content, i18n), html: asHtml(content, i18n) };
}

const codeLabel = (i18n: Words) => i18n._('Or enter this code in the app:');

function asText({ title, lines, button, code, footnote, aside }: MailContent, i18n: Words): string {
  const link = button && `${button.label}:\n${button.link}`;
  const digits = code && (button ? `${codeLabel(i18n)} ${code}` : code);
  const parts = [title, ...lines, link, digits, footnote, aside && `${aside.label}:\n${aside.link}`, '-- \nGroundwork'];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const CANVAS = '#f7f4ef';
const SURFACE = '#ffffff';
const LINE = '#e6dfd6';
const INK = '#1f1a24';
const INK_SOFT = '#59515f';
const ACCENT = '#6d28d9';
const ACCENT_TEXT = '#5b21b6';

function asHtml({ title, lines, button, code, footnote, aside }: MailContent, i18n: Words): string {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 16px">${escaped(line)}</p>`).join('\n');
  const parts = [paragraphs, button && buttonHtml(button, i18n), code && codeHtml(code, button ? codeLabel(i18n) : '')];
  const small = aside && ` <a href="${escaped(aside.link)}" style="color:${ACCENT_TEXT}">${escaped(aside.label)}</a>`;
  const body = parts.filter(Boolean).join('\n');
  return cardHtml({ title, body, footnote: `${escaped(footnote)}${small ?? ''}` }, i18n);
}

/** A page that is a card with a heading, as HTML; `body` and `footnote` are HTML too. */
export function cardHtml(
  { title, body, footnote }: { title: string; body: string; footnote: string },
  { language, direction }: Words,
): string {
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:0;background:${CANVAS}">
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" style="background:${CANVAS}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px">
<tr><td style="padding:0 4px 16px;${FONT};font-size:18px;font-weight:700;color:${ACCENT_TEXT}">Groundwork</td></tr>
<tr><td style="padding:32px;background:${SURFACE};border:1px solid ${LINE};border-radius:16px;${FONT};font-size:16px;line-height:24px;color:${INK}">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:${INK}">${escaped(title)}</h1>
${body}
</td></tr>
<tr><td style="padding:16px 4px 0;${FONT};font-size:14px;line-height:20px;color:${INK_SOFT}">${footnote}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The look of a button, for a link or a form. */
export const BUTTON_STYLE = `display:inline-block;padding:16px 28px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none`;
export const BUTTON_BACKGROUND = `background:${ACCENT};border-radius:12px`;

function buttonHtml({ label, link }: { label: string; link: string }, i18n: Words): string {
  const href = escaped(link);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
<td style="${BUTTON_BACKGROUND}">
<a href="${href}" style="${BUTTON_STYLE}">${escaped(label)}</a>
</td></tr></table>
<p style="margin:0 0 4px;font-size:14px;line-height:20px;color:${INK_SOFT}">${escaped(i18n._('If the button does not work, copy this address into your browser:'))}</p>
<p style="margin:0;font-size:14px;line-height:20px;word-break:break-all"><a href="${href}" style="color:${ACCENT_TEXT}">${href}</a></p>`;
}

function codeHtml(code: string, label: string): string {
  return `<p style="margin:16px 0 0;font-size:14px;line-height:20px;color:${INK_SOFT}">${escaped(label)}</p>
<p style="margin:0;font-size:28px;line-height:40px;font-weight:700;letter-spacing:4px;color:${INK}">${code}</p>`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text that is safe inside an element and inside a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

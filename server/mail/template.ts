// The one look of our mails, as plain text and as HTML: a card with a few lines, one button, and what to do when it is not for you.
// Mail programs know no style sheets and little else: tables, inline styles, and the colours of app/style.css by value.

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

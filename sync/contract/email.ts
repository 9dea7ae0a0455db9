import * as z from 'zod/mini';

export const EMAIL_LIMIT = 254;

/** RFC 5321: a dot-atom of at most 64 characters, an @, and the labels of a domain whose last one is not a number. */
const DOT_ATOM =
  /^(?=[^@]{1,64}@)[a-z\d!#$%&'*+/=?^_`{|}~-]+(\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?=[^.]*[a-z])[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/** Whether mail arrives there only a mail can tell. */
const FoldedEmail = z.email({ pattern: DOT_ATOM }).check(z.maxLength(EMAIL_LIMIT));

/** What nobody sees: marks of width and direction, joiners, soft hyphens, marks of byte order. */
const INVISIBLE = /\p{Cf}|\u034f|\u115f|\u1160|\u2800|\u3164|\uffa0/gu;

/**
 * An address as people type and paste it, without what is not of it: characters that nobody sees, the name before it in 'Ada <ada@x.example>',
 * 'mailto:', and the mark behind it. What is no address stays what it is.
 */
export function typedEmail(text: string): string {
  // Longer than a name with an address, and slow to look through.
  if (text.length > MOST_TYPED) return text;
  const whole = text.replace(INVISIBLE, '').replace('＠', '@').trim();
  const bare =
    /^(?:'(.*)'|"(.*)"|\((.*)\))$/
      .exec(whole)
      ?.slice(1)
      .find((inside) => inside !== undefined) ?? whole;
  const inner = /<\s*([^<>\s]+@[^<>\s]+)\s*>[\s,;.]*$/.exec(bare)?.[1] ?? bare;
  const address = /^mailto:/i.test(inner) ? inner.slice('mailto:'.length).replace(/\?.*$/, '') : inner;
  return address.includes('@') ? address.replace(/[\s,;.:]+$/, '') : address;
}

const MOST_TYPED = 600;

/** True for an address that mail can be sent to, before or after `foldEmail`. */
export function isEmail(text: string): boolean {
  return FoldedEmail.safeParse(foldEmail(text)).success;
}

/** An address as it is stored and compared: lower-case, the letters of other scripts in its domain as punycode. */
export function foldEmail(email: string): string {
  const folded = email.trim().toLowerCase();
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  // `URL` would also take ports, paths and user names, so only letters, digits, dots and hyphens reach it.
  if (at < 0 || !/[^\0-\x7f]/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return folded;
  try {
    return folded.slice(0, at + 1) + new URL(`http://${domain}`).hostname;
  } catch {
    return folded;
  }
}

/** An address in a request, as it was typed, folded; `message` is what a person reads about any other text. */
export const emailField = (message: string) =>
  z.pipe(
    z.string(message).check(z.refine((text) => isEmail(typedEmail(text)), message)),
    z.transform((text) => foldEmail(typedEmail(text))),
  );

/** The domain of accounts of people who have no address: the auth service knows them by `<id>@people.invalid`, and nobody else does (decision 360). */
const PEOPLE_DOMAIN = '@people.invalid';

/** What the auth service calls the person with this id who has no address. */
export const internalAddress = (userId: string) => userId.toLowerCase() + PEOPLE_DOMAIN;

export const isInternal = (email: string): boolean => email.endsWith(PEOPLE_DOMAIN);

/** False for a sign-in name, for what the auth service calls a person without an address, and for nothing. */
export const hasAddress = (email: string): boolean => email.includes('@') && !isInternal(email);

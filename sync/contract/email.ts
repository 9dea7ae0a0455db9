export const EMAIL_LIMIT = 255;

/** True for something, an @ and something with a dot, without spaces. Whether mail arrives there only a mail can tell. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_LIMIT && /^[^\s@\0]+@[^\s@\0]+\.[^\s@\0.]+$/.test(text.trim());
}

/** An address as it is stored and compared. */
export function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}

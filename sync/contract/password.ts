/**
 * A password as it is kept: keyboards write one letter in several ways (`é` as one character or as two), and a person cannot see
 * which (NIST SP 800-63B: NFKC).
 */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/** What a typed password may have been kept as: normalized, or as it was typed, from before passwords were normalized. */
export const passwordForms = (password: string): string[] => [...new Set([normalPassword(password), password])];

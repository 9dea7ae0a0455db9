import { t } from '@lingui/core/macro';

/** What the contract says of a field in English, for the server too, and what the page says. */
const WORDS = new Map([
  ['Full name is required', t`Full name is required`],
  ['Full name must be at least 2 characters long', t`Full name must be at least 2 characters long`],
  ['Full name must be shorter than 100 characters', t`Full name must be shorter than 100 characters`],
  ['Full name must be less than 100 characters', t`Full name must be less than 100 characters`],
  ['Please enter your email address', t`Please enter your email address`],
  ['Please enter a valid email address', t`Please enter a valid email address`],
  ['Password must be at least 6 characters long', t`Password must be at least 6 characters long`],
  ['Password must be at most 72 bytes long', t`Password must be at most 72 bytes long`],
  ['Invalid invitation token', t`Invalid invitation token`],
]);

export const faultWords = (sentence: string | undefined): string | undefined =>
  sentence && (WORDS.get(sentence) ?? sentence);

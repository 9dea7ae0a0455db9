import * as z from 'zod/mini';
import { isEmail } from './email.ts';
import { Id, PAGE_LIMIT } from './fields.ts';
import { INVITATION_TOKEN_LIMIT } from './invitation.ts';
import { Language } from './language.ts';
import { isOwnAddress } from './lesson-pictures.ts';
import { cleaned } from './name.ts';
import { normalPassword } from './password.ts';
import { FULL_NAME_LEAST, FULL_NAME_LIMIT } from './profile.ts';

export const PASSWORD_LEAST_CHARACTERS = 6;
const PASSWORD_MOST_BYTES = 72;

/** Body of POST /api/auth/signup. The response says what to do next and contains no session. */
export const SignUp = z.object({
  email: z
    .string('Please enter your email address')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please enter your email address', abort: true }),
      z.refine(isEmail, 'Please enter a valid email address'),
    ),
  password: z.string('Password must be at least 6 characters long').check(
    z.overwrite(normalPassword),
    z.minLength(PASSWORD_LEAST_CHARACTERS, { error: 'Password must be at least 6 characters long', abort: true }),
    z.refine(
      (text) => new TextEncoder().encode(text).length <= PASSWORD_MOST_BYTES,
      'Password must be at most 72 bytes long',
    ),
  ),
  fullName: z
    .string('Full name must be at least 2 characters long')
    .check(
      cleaned(),
      z.minLength(FULL_NAME_LEAST, { error: 'Full name must be at least 2 characters long', abort: true }),
      z.maxLength(FULL_NAME_LIMIT, 'Full name must be less than 100 characters'),
    ),
  invitationToken: z.nullish(
    z.string().check(z.trim(), z.maxLength(INVITATION_TOKEN_LIMIT, 'Invalid invitation token')),
  ),
  courseId: z.nullish(Id),
  /** What they read the page in. */
  language: z.nullish(Language),
  /** The page that asked for a sign-in, opened once the address is confirmed. */
  next: z.nullish(
    z
      .string()
      .check(z.refine((path) => isOwnAddress(path) && encodeURIComponent(path).length <= PAGE_LIMIT, 'Invalid page')),
  ),
});
export type SignUp = z.infer<typeof SignUp>;

/** If the address has an account, the refusal `account_exists` also carries `userExists: true`. */
export type SignUpAnswer = {
  message: string;
  /** The name of the one that the person joins. */
  organization?: string;
  /** No mail was sent: the account can be signed in to at once. */
  isReady?: boolean;
};

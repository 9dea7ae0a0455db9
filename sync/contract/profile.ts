import * as z from 'zod/mini';
import { Language } from './language.ts';
import { cleaned } from './name.ts';

/** A person's profile; `id` is the auth user's id. Times are ISO 8601 in UTC. */
export const Profile = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  organization_id: z.nullable(z.string()),
  /** `isSample`: its people are invented (decision 349). `language` is that of its people who have chosen none. */
  organization: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      isSample: z.optional(z.boolean()),
      language: z.optional(z.nullable(z.string())),
    }),
  ),
  /** The language that the person has chosen. */
  language: z.optional(z.nullable(z.string())),
  is_org_admin: z.boolean(),
  is_super_admin: z.boolean(),
  /** Whether the person entered the name, as opposed to one made up from the email address: else screens ask for one. */
  has_real_name: z.boolean(),
  /** They lead a group of their organization, and see its people. */
  leads_group: z.boolean(),
  /** Admin rights wait for the second step of this sign-in. */
  must_step_up: z.optional(z.boolean()),
});
export type Profile = z.infer<typeof Profile>;

/** The shortest and the longest full name, in characters. */
export const FULL_NAME_LEAST = 2;
export const FULL_NAME_LIMIT = 99;

const FullName = z
  .string()
  .check(
    cleaned(),
    z.minLength(1, { error: 'Full name is required', abort: true }),
    z.minLength(FULL_NAME_LEAST, 'Full name must be at least 2 characters long'),
    z.maxLength(FULL_NAME_LIMIT, 'Full name must be shorter than 100 characters'),
  );

/**
 * Body of PUT /api/auth/profile: the person's chosen name, language or both; null for the language of the organization. One that is not
 * offered is refused with 422 `language_not_offered` and the field.
 */
export const ProfileChange = z
  .object({ full_name: z.optional(FullName), language: z.optional(z.nullable(Language)) })
  .check(
    z.refine(({ full_name, language }) => full_name !== undefined || language !== undefined, {
      error: 'Full name is required',
      path: ['full_name'],
    }),
  );
export type ProfileChange = z.infer<typeof ProfileChange>;

/**
 * Response of GET /api/auth/name-availability?name=. `reason` is the sentence to show when the name is not available.
 */
export type NameAvailability = { available: boolean; reason: string | null };

/** Query of GET /api/auth/name-availability; the name itself is validated in the response. */
export const NameQuery = z.object({ name: z.string().check(z.maxLength(1000, 'The name is too long')) });

/** Why a profile would refuse this name, as the form shows it; undefined when it would not. */
export function nameFault(name: string): string | undefined {
  return FullName.safeParse(name).error?.issues[0]?.message;
}

/** Body of POST /api/auth/ensure-profile: what the sign-in knows about the person. */
export const ProfileHint = z.object({
  full_name: z.nullish(
    z.string().check(cleaned(), z.maxLength(FULL_NAME_LIMIT, 'Full name must be shorter than 100 characters')),
  ),
  avatar_url: z.nullish(
    z.string().check(z.maxLength(2000), z.regex(/^https?:\/\//, 'The picture must be an http or https address')),
  ),
});
export type ProfileHint = z.infer<typeof ProfileHint>;

/** Whether this person sees the admin area; the server decides what they may do in it (P-14). */
export function isAdmin(profile: Pick<Profile, 'is_org_admin' | 'is_super_admin'> | null): boolean {
  return profile !== null && (profile.is_org_admin || profile.is_super_admin);
}

/**
 * True for a name that a person entered: 2 to 99 characters, neither 'User' nor the local part of the email address.
 */
export function isRealName(name: string | null, email: string): boolean {
  const key = name?.trim().toLowerCase() ?? '';
  return (
    key.length >= FULL_NAME_LEAST &&
    key.length <= FULL_NAME_LIMIT &&
    key !== 'user' &&
    key !== email.split('@')[0]?.toLowerCase()
  );
}

/** Up to two initials of a name: 'Maren Holt' gives 'MH'. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).slice(0, 2);
  return parts.map((part) => [...part][0]?.toUpperCase() ?? '').join('');
}

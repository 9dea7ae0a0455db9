import { z } from 'zod/mini';

/** A person as the app knows them; `id` is the auth user's id. Times are ISO 8601 in UTC. */
export const Profile = z.object({
  id: z.uuid(),
  email: z.string(),
  full_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  organization_id: z.nullable(z.string()),
  organization: z.nullable(z.object({ id: z.string(), name: z.string() })),
  is_org_admin: z.boolean(),
  is_super_admin: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

/** The name to show for a person, never empty. */
export function displayName(profile: Pick<Profile, 'full_name' | 'email'>): string {
  return profile.full_name?.trim() || profile.email;
}

/** Up to two initials of a name: 'Maren Holt' gives 'MH'. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).slice(0, 2);
  return parts.map((part) => [...part][0]?.toUpperCase() ?? '').join('');
}

// A person's rules, apart from their shapes: a first paint needs no parser.
import type { Profile } from './profile.ts';

/** Whether the admin area is there for this person; what they may do in it is decided by the server (decisions 14). */
export function isAdmin(profile: Pick<Profile, 'is_org_admin' | 'is_super_admin'> | null): boolean {
  return profile !== null && (profile.is_org_admin || profile.is_super_admin);
}

/** A name that nobody had to make up for the person: 2 to 99 characters, neither 'User' nor the address's first part. */
export function isRealName(name: string | null, email: string): boolean {
  const key = name?.trim().toLowerCase() ?? '';
  return key.length >= 2 && key.length <= 99 && key !== 'user' && key !== email.split('@')[0]?.toLowerCase();
}

/** Up to two initials of a name: 'Maren Holt' gives 'MH'. */
export function initials(name: string): string {
  const parts = name.trim().split(/\s+/).slice(0, 2);
  return parts.map((part) => [...part][0]?.toUpperCase() ?? '').join('');
}

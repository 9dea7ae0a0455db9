// What follows a sign-in by a link, in the specification's order: the profile, the invitation, then where to go (A6).
import { INVITATION_METADATA_KEY } from '#sync/contract/invitation.ts';
import { isRealName, Profile } from '#sync/contract/profile.ts';
import { EnrollAnswer } from '#sync/contract/progress.ts';
import { failureMessages } from '../../api/failure-messages.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { api, refreshProfile } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { consumeInvitation } from './consume-invitation.ts';
import { forgetInvitation, keptInvitation } from './kept-invitation.ts';
import { forgetMetadataInvitation, metadataName, metadataText } from './sign-in.ts';

const LOOK_AROUND_MS = 2000;

/** Where a person goes on, after how long, and what they read meanwhile; `isNews` is still said there. */
export type Onwards = { to: string; afterMs: number; said: string; isNews?: boolean };

export type Arrived =
  | { kind: 'onwards'; onwards: Onwards }
  | { kind: 'no-profile'; reason: string; onwards: Onwards }
  | { kind: 'not-joined'; reason: string; isFinal: boolean; onwards: Onwards };

export type Arrival = { courseId?: number | undefined; invitation?: string | undefined };

/** Settles the person who sits here since a moment ago. Never throws. */
export async function arrive({ courseId, invitation }: Arrival): Promise<Arrived> {
  const session = await storedSession();
  const user = session?.user;
  let profile: Profile;
  try {
    profile = await ensureProfile(user && metadataName(user));
  } catch (failure) {
    const onwards = { to: paths.setupProfile(), afterMs: LOOK_AROUND_MS, said: '' };
    return { kind: 'no-profile', reason: failureMessages(failure, 'the profile could not be made.'), onwards };
  }
  const remembered = user && metadataText(user, INVITATION_METADATA_KEY);
  const token = invitation ?? remembered ?? keptInvitation();
  if (!token) return { kind: 'onwards', onwards: await without(profile, courseId) };
  const joined = await consumeInvitation(token);
  const isOver = joined.kind === 'joined' || joined.isFinal;
  if (isOver) forgetInvitation();
  if (isOver && remembered) void forgetMetadataInvitation().catch(() => undefined);
  if (joined.kind === 'failed') return { ...joined, kind: 'not-joined', onwards: await without(profile, courseId) };
  await refreshProfile();
  const said = joined.message ?? 'You are a member of the organization.';
  return { kind: 'onwards', onwards: { to: paths.dashboard(), afterMs: 0, said, isNews: true } };
}

async function ensureProfile(name: string | undefined): Promise<Profile> {
  const payload = name ? { full_name: name.slice(0, 99) } : {};
  const profile = await api('/api/auth/ensure-profile', { method: 'POST', payload, answer: Profile });
  if (!profile) throw new Error('No profile came back.');
  await refreshProfile();
  return profile;
}

/** Where somebody goes who has joined nothing. */
async function without(profile: Profile, courseId: number | undefined): Promise<Onwards> {
  if (courseId !== undefined) {
    // Without an answer they are enrolled by their first progress; what they may not see, the course page tells.
    await api(`/api/courses/${courseId}/enroll`, { method: 'POST', answer: EnrollAnswer }).catch(() => undefined);
    return { to: paths.course(courseId), afterMs: 0, said: 'Taking you to your course...' };
  }
  return hasRealName(profile)
    ? { to: paths.dashboard(), afterMs: LOOK_AROUND_MS, said: 'Taking you to your dashboard...' }
    : { to: paths.setupProfile(), afterMs: LOOK_AROUND_MS, said: 'Taking you to your profile...' };
}

/** Decisions 17: the person chose the name, or nobody made it up. */
export function hasRealName(profile: Profile): boolean {
  return profile.has_real_name ?? isRealName(profile.full_name, profile.email);
}

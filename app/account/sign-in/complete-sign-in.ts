// What follows a sign-in by a link, in the specification's order: the profile, the invitation, the next page (R-A6).

import { t } from '@lingui/core/macro';
import { isOwnAddress } from '#sync/contract/lesson-pictures.ts';
import type { Profile } from '#sync/contract/profile.ts';
import { byId, call } from '../../api/client.ts';
import { failureMessage } from '../../api/messages.ts';
import { storedSession } from '../../api/refresh-session.ts';
import { refreshProfile, server } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { afterSignIn } from '../two-step/two-step.ts';
import { consumeInvitation, forgetInvitation, pageAfterJoining, storedInvitation } from './joining.tsx';
import { metadataName } from './sign-in.ts';

const READ_MS = 2000;

/** The page to open, after how long, and the message shown meanwhile; `isToast`: also shown as a toast there. */
export type NextPage = { to: string; afterMs: number; message: string; isToast?: boolean };

export type SignInOutcome =
  | { kind: 'done'; next: NextPage }
  | { kind: 'no-profile'; reason: string; next: NextPage }
  | { kind: 'not-joined'; reason: string; isFinal: boolean; next: NextPage };

/** `next`: the page that asked for a sign-in, opened after it unless the sign-in leads to a course. */
export type SignInContext = {
  courseId?: number | undefined;
  invitation?: string | undefined;
  next?: string | undefined;
};

/** Completes the sign-in of the active user. Never throws. */
export async function completeSignIn(context: SignInContext): Promise<SignInOutcome> {
  const outcome = await complete(context);
  return { ...outcome, next: { ...outcome.next, to: await afterSignIn(outcome.next.to) } };
}

async function complete({ courseId, invitation, next: wanted }: SignInContext): Promise<SignInOutcome> {
  const user = (await storedSession())?.user;
  let profile: Profile;
  try {
    profile = await ensureProfile(user && metadataName(user));
  } catch (failure) {
    const next = { to: paths.setupProfile(), afterMs: READ_MS, message: '' };
    return { kind: 'no-profile', reason: failureMessage(failure, t`the profile could not be made.`), next };
  }
  const token = invitation ?? storedInvitation();
  if (!token) return { kind: 'done', next: await nextWithoutInvitation(profile, courseId, wanted) };
  const joined = await consumeInvitation(token);
  if (joined.kind === 'joined' || joined.isFinal) forgetInvitation();
  if (joined.kind === 'failed')
    return { ...joined, kind: 'not-joined', next: await nextWithoutInvitation(profile, courseId, wanted) };
  await refreshProfile();
  const message = joined.message ?? t`You are a member of the organization.`;
  return { kind: 'done', next: { to: pageAfterJoining(joined.courseId), afterMs: 0, message, isToast: true } };
}

async function ensureProfile(name: string | undefined): Promise<Profile> {
  const payload = name ? { full_name: name.slice(0, 99) } : {};
  const profile = await call(server.auth['ensure-profile'].$post({ json: payload }));
  if (!profile) throw new Error('No profile came back.');
  await refreshProfile();
  return profile;
}

/** The next page for a user who joined no organization. */
async function nextWithoutInvitation(
  profile: Profile,
  courseId: number | undefined,
  wanted: string | undefined,
): Promise<NextPage> {
  if (courseId !== undefined) {
    // If this fails, their first progress enrolls them; the course page says when they may not see the course.
    await call(server.courses[':id'].enroll.$post(byId(courseId))).catch(() => undefined);
    return { to: paths.course(courseId), afterMs: 0, message: t`Taking you to your course...` };
  }
  if (wanted && isOwnAddress(wanted) && profile.has_real_name)
    return { to: wanted, afterMs: 0, message: t`Taking you to your page...` };
  return profile.has_real_name
    ? { to: paths.dashboard(), afterMs: READ_MS, message: t`Taking you to your dashboard...` }
    : { to: paths.setupProfile(), afterMs: READ_MS, message: t`Taking you to your profile...` };
}

import { SignJWT } from 'jose';
import type { SigningKeys } from './keys.ts';
import type { LiveSession } from './sessions.ts';
import { appMetadata, wireUser } from './users.ts';

/** Shorter than two minutes would make the client refresh in a loop. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** Signs the access token of a session. `issuer` is PUBLIC_URL/auth/v1. */
export function signAccessToken(live: Pick<LiveSession, 'user' | 'session'>, { keys, issuer, now }: Signing) {
  const { user, session } = live;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    email: user.email,
    phone: '',
    app_metadata: appMetadata(user),
    user_metadata: user.userMetadata,
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
    .sign(keys.signingKey);
}

export interface Signing {
  keys: SigningKeys;
  issuer: string;
  now: Date;
}

/** The body that the client stores: both tokens, their times in unix seconds, and the user. */
export async function wireSession(live: LiveSession, signing: Signing) {
  return {
    access_token: await signAccessToken(live, signing),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at: Math.floor(signing.now.getTime() / 1000) + ACCESS_TOKEN_SECONDS,
    refresh_token: live.refreshToken,
    user: wireUser(live.user),
  };
}

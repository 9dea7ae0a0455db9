// The lines of the access matrix for the embedded auth service: whoever has credentials; its administration is for the
// server's own key alone.
import { randomUUID } from 'node:crypto';
import { all, type Line, ofTheKey, signedInTo } from '../access-statuses.ts';

const nobody = () => ({ at: { id: randomUUID() } });

export const IDENTITY_LINES: Record<string, Line> = {
  'POST /auth/v1/token': [all(400)],
  'POST /auth/v1/signup': [all(422)],
  'POST /auth/v1/otp': [all(400)],
  'POST /auth/v1/recover': [all(400)],
  'POST /auth/v1/resend': [all(400)],
  'POST /auth/v1/verify': [all(400)],
  'GET /auth/v1/verify': [all(303)],
  'GET /auth/v1/authorize': [all(400)],
  'GET /auth/v1/callback': [all(303)],
  'POST /auth/v1/sso': [all(404)],
  'GET /auth/v1/reauthenticate': [signedInTo(200)],
  'GET /auth/v1/user': [signedInTo(200)],
  'PUT /auth/v1/user': [signedInTo(200)],
  'POST /auth/v1/factors': [signedInTo(400)],
  'POST /auth/v1/factors/:id/challenge': [signedInTo(404), nobody],
  'POST /auth/v1/factors/:id/verify': [signedInTo(404), nobody],
  'DELETE /auth/v1/factors/:id': [signedInTo(404), nobody],
  'POST /auth/v1/logout': [signedInTo(204)],
  'POST /auth/v1/invite': [ofTheKey],
  'POST /auth/v1/admin/generate_link': [ofTheKey],
  'POST /auth/v1/admin/users': [ofTheKey],
  'GET /auth/v1/admin/users': [ofTheKey],
  'GET /auth/v1/admin/users/:id': [ofTheKey, nobody],
  'PUT /auth/v1/admin/users/:id': [ofTheKey, nobody],
  'DELETE /auth/v1/admin/users/:id': [ofTheKey, nobody],
  'GET /auth/v1/admin/users/:id/factors': [ofTheKey, nobody],
  'DELETE /auth/v1/admin/users/:id/factors/:factorId': [
    ofTheKey,
    () => ({ at: { id: randomUUID(), factorId: randomUUID() } }),
  ],
  'GET /auth/v1/.well-known/jwks.json': [all(200)],
  'GET /auth/v1/.well-known/openid-configuration': [all(200)],
  'GET /auth/v1/settings': [all(200)],
  'GET /auth/v1/health': [all(200)],
};

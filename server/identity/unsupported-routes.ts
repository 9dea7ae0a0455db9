// The hosted service's calls for what an installation does not offer, refused in its words; and what it says of its tokens.

import { Hono } from 'hono';
import type { Http } from '../deps.ts';
import { AuthError, invalid } from './auth-error.ts';
import { embeddedOf } from './limits.ts';

const notFound = (code: string, message: string) => new AuthError(404, code, message);

export const unsupportedRoutes = new Hono<Http>()
  .get('/authorize', () => {
    throw invalid('Unsupported provider: provider is not enabled');
  })
  .post('/sso', () => {
    throw notFound('saml_provider_disabled', 'SAML 2.0 is disabled');
  })
  .get('/.well-known/openid-configuration', (c) => {
    const { issuer } = embeddedOf(c);
    c.header('Cache-Control', 'public, max-age=600');
    return c.json({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      response_types_supported: [],
      grant_types_supported: ['refresh_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
  });

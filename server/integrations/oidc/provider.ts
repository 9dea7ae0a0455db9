// The conversation with the OpenID Connect provider, led by openid-client: where to send a browser, and who comes back.
import * as client from 'openid-client';
import type { OidcSettings } from '../../env.ts';
import { AuthError } from '../../identity/auth-error.ts';
import type { Flow } from './flow.ts';

const TIMEOUT_SECONDS = 10;

/** Found once for each process, and sought again after a failure. */
const found = new WeakMap<OidcSettings, Promise<client.Configuration>>();

function configurationOf(settings: OidcSettings): Promise<client.Configuration> {
  const known = found.get(settings);
  if (known) return known;
  const sought = discover(settings);
  found.set(settings, sought);
  sought.catch(() => found.delete(settings));
  return sought;
}

/** Asks the provider what it can do. Rejects when it does not answer, or is another one than it was called. */
export async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const execute = [client.enableNonRepudiationChecks];
  if (issuer.startsWith('http:')) execute.push(client.allowInsecureRequests);
  const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
  const authenticate: client.ClientAuth = (server, ...request) => {
    // What a provider has that names none (OpenID Connect Discovery, 3).
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
  const options = { execute, timeout: TIMEOUT_SECONDS };
  try {
    return await client.discovery(new URL(issuer), clientId, clientSecret, authenticate, options);
  } catch (error) {
    throw explained(error, issuer);
  }
}

/** What the library compared, where that tells an operator more than its words. */
interface Compared {
  expected?: unknown;
  attribute?: string;
  body?: { issuer?: unknown };
  claim?: string;
  claims?: Record<string, unknown>;
  now?: number;
}

/** The failure with a sentence for the log and the doctor: both issuers, or how far two clocks are apart. */
function explained(error: unknown, issuer: string): unknown {
  let inner: unknown = error;
  while (inner instanceof Error && inner.cause !== undefined) inner = inner.cause;
  if (typeof inner !== 'object' || inner === null || inner instanceof Error) return error;
  const { attribute, body, claim = '', claims = {}, now = 0 } = inner as Compared;
  const named = attribute === 'issuer' ? body?.issuer : claim === 'iss' ? claims.iss : undefined;
  if (typeof named === 'string')
    return new Error(`the provider calls itself ${named}, and OIDC_ISSUER is ${issuer}`, { cause: error });
  const time = claims[claim];
  if (!['nbf', 'iat', 'exp'].includes(claim) || typeof time !== 'number') return error;
  const apart = time > now ? `${time - now} seconds ahead of` : `${now - time} seconds behind`;
  const words = `the clock of this server or of the provider is wrong: ${claim} is ${apart} this server's clock`;
  return new Error(words, { cause: error });
}

/** By so many seconds clocks may differ (openid-client). */
const TOLERANCE_SECONDS = 30;

/** By how many seconds the provider's clock is ahead of ours, if that is worth a word. Nobody is refused for it. */
export function secondsAhead({ iat }: ProviderClaims): number | undefined {
  const ahead = Math.round(Number(iat) - Date.now() / 1000);
  return ahead > TOLERANCE_SECONDS ? ahead : undefined;
}

/** Where to send a browser. Refuses 503 `provider_unreachable`. */
export async function signInAddress(
  settings: OidcSettings,
  { redirectUri, prompt }: { redirectUri: string; prompt: string | undefined },
): Promise<{ address: URL; sent: Flow['sent'] }> {
  const configuration = await answered(settings, configurationOf(settings));
  const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...(prompt && { prompt }),
  });
  return { address, sent: { state, nonce, verifier } };
}

/** What the provider says of a person. `sub` is theirs for ever among those of `iss`. */
export type ProviderClaims = { iss: string; sub: string } & Record<string, unknown>;

/**
 * Who comes back, by the address that they came back to. Refuses 403 `access_denied` for whom the provider sent back without a
 * sign-in, 400 `bad_oauth_callback` for an answer that does not fit, and 503 `provider_unreachable`.
 */
export async function readAnswer(
  settings: OidcSettings,
  { address, sent }: { address: URL; sent: Flow['sent'] },
): Promise<ProviderClaims> {
  const configuration = await answered(settings, configurationOf(settings));
  const checks = { expectedState: sent.state, expectedNonce: sent.nonce, pkceCodeVerifier: sent.verifier };
  const tokens = await answered(settings, client.authorizationCodeGrant(configuration, address, checks));
  const claims = tokens.claims();
  if (!claims) throw new AuthError(400, 'bad_oauth_callback', 'The answer of the provider has no ID token');
  // Many providers give addresses and names there alone.
  if (!configuration.serverMetadata().userinfo_endpoint) return claims;
  const more = await answered(settings, client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
  // An address counts as confirmed by the answer that it stands in.
  const { email: _, ...others } = claims;
  return { ...more, ...('email_verified' in claims ? claims : others) } as ProviderClaims;
}

/** The library's failures as refusals; their `cause` is for the log. */
async function answered<T>({ issuer }: OidcSettings, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied') {
      throw new AuthError(403, 'access_denied', 'The sign-in was canceled at the provider');
    }
    const refusal = isUnreachable(error)
      ? new AuthError(503, 'provider_unreachable', 'The provider cannot be reached')
      : new AuthError(400, 'bad_oauth_callback', 'The answer of the provider cannot be used');
    refusal.cause = explained(error, issuer);
    throw refusal;
  }
}

/** No answer, none in time, or another one than the protocol knows. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof client.ResponseBodyError) return error.status >= 500;
  const codes = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];
  const code = 'code' in error ? String(error.code) : '';
  return codes.includes(code) || (error instanceof TypeError && !code.startsWith('ERR_'));
}

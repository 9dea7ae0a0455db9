// Wraps the network for the auth client (Y22): only a definite refusal by the auth service itself may end a session.
import { SESSION_ENDING_CODES } from '#sync/contract/session.ts';

type Fetch = typeof fetch;

/** The error code in the body of an auth service's error response, in either of its two spellings. */
export function authErrorCode(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error_code: older, code } = body as { error_code?: unknown; code?: unknown };
  if (typeof older === 'string') return older;
  return typeof code === 'string' ? code : undefined;
}

function isRefresh(address: string): boolean {
  return address.includes('grant_type=refresh_token');
}

/** Turns answers of others, such as a captive portal, and refusals that end no session into network errors (Y22). */
export function guardedFetch(network: Fetch = (...request) => fetch(...request)): Fetch {
  return async (input, init) => {
    const response = await network(input, init);
    if (response.status === 204) return response;
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    if (!isJson || response.redirected) throw new TypeError('The answer did not come from the auth service.');
    if (response.ok) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    const code = authErrorCode(body);
    if (!code) throw new TypeError('The answer did not come from the auth service.');
    const address = input instanceof Request ? input.url : String(input);
    if (isRefresh(address) && !SESSION_ENDING_CODES.has(code)) {
      throw new TypeError(`The session could not be refreshed now (${code}).`);
    }
    return response;
  };
}

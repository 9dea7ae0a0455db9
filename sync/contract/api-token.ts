import * as z from 'zod/mini';
import { wholeNumber } from './fields.ts';
import { requiredName } from './name.ts';
import { AdminPage } from './organization.ts';

// Tokens with which other systems call the public API (public-api.ts).

/** What a token may do. A token that writes does not read by that. */
export const API_SCOPES = [
  'people:read',
  'people:write',
  /** With people:write: inviting admins too, and removing them. */
  'admins:write',
  'courses:read',
  'assignments:read',
  'assignments:write',
  'results:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_TOKEN_NAME_LIMIT = 60;
export const API_TOKEN_DAYS_LIMIT = 365;
/** Every token begins so, for people and for tools that look for secrets in files. */
export const API_TOKEN_PREFIX = 'gwt_';

/** Body of POST /api/admin/api-tokens. */
export const NewApiToken = z.object({
  name: requiredName(
    'Please enter a name.',
    API_TOKEN_NAME_LIMIT,
    `The name may have at most ${API_TOKEN_NAME_LIMIT} characters.`,
  ),
  scopes: z.array(z.enum(API_SCOPES)).check(z.minLength(1, 'Choose at least one thing that the token may do.')),
  /** How long it can be used. */
  days: wholeNumber(`Days must be a whole number from 1 to ${API_TOKEN_DAYS_LIMIT}.`, 1, API_TOKEN_DAYS_LIMIT),
  /** Org admins name none or their own; for super admins none is the whole installation. */
  organizationId: z.nullish(z.uuid()),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

/** Query of GET /api/admin/api-tokens, newest first. */
export const ApiTokensQuery = z.extend(AdminPage, { organizationId: z.optional(z.uuid()) });
export type ApiTokensQuery = z.infer<typeof ApiTokensQuery>;

export type ApiTokenState = 'active' | 'expired' | 'revoked';

/** A token in the list; times are ISO 8601. */
export type ApiTokenRow = {
  id: string;
  name: string;
  /** The last characters of the token. */
  ending: string;
  /** Null for the whole installation. */
  organization: { id: string; name: string } | null;
  scopes: ApiScope[];
  state: ApiTokenState;
  createdAt: string;
  /** Its maker's name, or their address. */
  createdBy: string | null;
  expiresAt: string;
  lastUsedAt: string | null;
};

/** Response of POST /api/admin/api-tokens, the only one with the token. */
export type ApiTokenAnswer = { token: string; apiToken: ApiTokenRow };

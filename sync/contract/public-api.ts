import * as z from 'zod/mini';
import { API_SCOPES, type ApiScope } from './api-token.ts';
import type { RefusalCode } from './refusal.ts';

// The public API: every call that an API token can make, below /api/v1. The server validates by these shapes, and its OpenAPI
// document is made from them. A published shape only grows.

const Time = z.iso.datetime();
const Organization = z.object({ id: z.uuid(), name: z.string() });

type Shape = z.ZodMiniType;

/** `path` is below /api/v1. Without a scope every token may make the call. */
export interface ApiCall {
  method: 'get' | 'post' | 'delete';
  path: string;
  scope: ApiScope | null;
  summary: string;
  query?: Shape;
  body?: Shape;
  answer: Shape;
  /** Besides those that every call may be refused with. */
  refusals?: readonly RefusalCode[];
}

export const API_CALLS = {
  readToken: {
    method: 'get',
    path: '/token',
    scope: null,
    summary: 'What this token is: for trying a connection',
    answer: z.object({
      name: z.string(),
      scopes: z.array(z.enum(API_SCOPES)),
      /** Null for the whole installation. */
      organization: z.nullable(Organization),
      expiresAt: Time,
    }),
  },
} as const satisfies Record<string, ApiCall>;

export type ApiCalls = typeof API_CALLS;

import * as z from 'zod/mini';

/** Answer of GET /api/config: what one build needs to know of the installation it runs on. */
export const Config = z.object({
  /** Base address of the auth service, without a trailing slash, e.g. `https://host/auth/v1`. */
  authUrl: z.string(),
  publishableKey: z.string(),
  partner: z.nullable(z.object({ name: z.string(), courseId: z.int() })),
  version: z.string(),
});
export type Config = z.infer<typeof Config>;

import type { HttpBindings } from '@hono/node-server';
import type { Deps } from '../deps.ts';

/**
 * What every route finds in its Hono context: `deps` (database, settings, clock, log) and the id of this request.
 * Bindings are empty when a test asks the app in process.
 */
export interface Http {
  Variables: { deps: Deps; requestId: string };
  Bindings: Partial<HttpBindings>;
}

import { createMiddleware } from 'hono/factory';
import { isServerPath } from '#sync/contract/server.ts';
import type { Http } from '../deps.ts';
import type { Env } from '../env.ts';

/**
 * The policy of our pages. Styles may be inline (dialogs measure the scroll bar that way), scripts only with the hash of
 * what the build wrote into index.html. Pictures and videos come from this server and from MEDIA_HOSTS.
 */
export function contentSecurityPolicy(env: Env, scriptHashes: string[] = []): string {
  const hosted = env.identity.kind === 'hosted' ? [env.identity.url] : [];
  const media = env.mediaHosts.map((host) => `https://${host}`);
  return Object.entries({
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...media],
    'media-src': ["'self'", 'blob:', ...media],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...hosted],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** What no page of ours uses is off, also for what an author might bring in; a video may fill the screen. */
const PERMISSIONS = [
  ...['microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'display-capture'],
  ...[
    'accelerometer',
    'gyroscope',
    'magnetometer',
    'xr-spatial-tracking',
    'browsing-topics',
    'identity-credentials-get',
  ],
]
  .map((name) => `${name}=()`)
  .concat('camera=(self)', 'fullscreen=(self)', 'picture-in-picture=(self)', 'screen-wake-lock=(self)')
  .join(', ');

/** Headers for every response; a page replaces the policy by its own. */
export const securityHeaders = createMiddleware<Http>(async (c, next) => {
  await next();
  const { headers } = c.res;
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Referrer-Policy', 'no-referrer');
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  }
  // Several people share a device: what no route has thought about is stored by no cache.
  if (isServerPath(c.req.path) && !headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('Cross-Origin-Resource-Policy', 'same-origin');
  headers.set('Permissions-Policy', PERMISSIONS);
  const { production, hstsSubdomains } = c.var.deps.env;
  if (production || hstsSubdomains) {
    headers.set('Strict-Transport-Security', `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`);
  }
});

import type { Context } from 'hono';
import type { Http } from '../deps.ts';

/**
 * The address of the client. `X-Forwarded-For` is trusted only as far as TRUST_PROXY says: with n proxies of ours in
 * front, the n-th entry from the right is the one that our outermost proxy saw.
 */
export function clientIp<E extends Http>(c: Context<E>): string {
  const socket = c.env?.incoming?.socket?.remoteAddress ?? 'in-process';
  const { trustProxy } = c.var.deps.env;
  if (trustProxy === 0) return socket;
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((part) => part.trim());
  const chain = forwarded.filter((part) => part !== '');
  return chain.at(-trustProxy) ?? chain[0] ?? socket;
}

/** The host (with port) that the browser called: from a trusted proxy, else from the Host header. */
export function requestHost(c: Context<Http>): string {
  const forwarded = c.var.deps.env.trustProxy > 0 ? c.req.header('X-Forwarded-Host') : undefined;
  return (forwarded ?? c.req.header('Host') ?? new URL(c.req.url).host).toLowerCase();
}

/**
 * The origin under which the browser sees us, for responses to that same browser only. Links in mails never use it (I3).
 * Behind an https PUBLIC_URL every host but this machine's own is taken to be https too.
 */
export function requestOrigin(c: Context<Http>): string {
  const host = requestHost(c);
  const { publicUrl, trustProxy } = c.var.deps.env;
  const forwarded = trustProxy > 0 ? c.req.header('X-Forwarded-Proto') : undefined;
  if (forwarded === 'http' || forwarded === 'https') return `${forwarded}://${host}`;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
  return `${isLoopback ? 'http:' : new URL(publicUrl).protocol}//${host}`;
}

import { isIPv4, isIPv6 } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
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

/** Whether the client runs on the server's own machine, as far as the connection and trusted proxies say. */
export function isFromThisMachine<E extends Http>(c: Context<E>): boolean {
  return /^(in-process|(::ffff:)?127\.[\d.]+|::1)$/i.test(clientIp(c));
}

/** True for a request of the server to its own auth service, in the same process. */
export function isOwnCall<E extends Http>({ env }: Context<E>): boolean {
  return typeof env === 'object' && env !== null && 'isOwn' in env;
}

/** The network that limits count for: the caller's IPv4 address, or the /64 of an IPv6 one. */
export function clientNetwork<E extends Http>(c: Context<E>): string {
  return networkOf(clientIp(c));
}

/**
 * An IPv4 address as it is, also one that is mapped into IPv6, and an IPv6 address as its /64, because one subscriber has all
 * addresses of it. Some proxies write a port behind the address. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const ip = bare.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (isIPv4(ip) || !isIPv6(ip)) return ip;
  // `URL` writes an address in its shortest form: what `::` left out is filled in again.
  const short = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = tail ? [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail] : [...head];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** A request names one host (RFC 9112, 3.2): of two, we and a proxy could each believe another one. */
export const requireOneHost: MiddlewareHandler<Http> = async (c, next) => {
  const names = c.env?.incoming?.rawHeaders.filter((_, at) => at % 2 === 0) ?? [];
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1)
    throw new Refusal('validation_failed', {}, 'The request names more than one host.');
  await next();
};

/** The host (with port) that the browser called: from a trusted proxy, else from the Host header. */
export function requestHost<E extends Http>(c: Context<E>): string {
  const forwarded = c.var.deps.env.trustProxy > 0 ? c.req.header('X-Forwarded-Host') : undefined;
  return (forwarded ?? c.req.header('Host') ?? new URL(c.req.url).host).toLowerCase();
}

/**
 * The origin under which the browser sees us, for responses to that same browser only. Links in mails never use it.
 * Behind an https PUBLIC_URL every host but this machine's own is taken to be https too.
 */
export function requestOrigin<E extends Http>(c: Context<E>): string {
  const host = requestHost(c);
  const { publicUrl, trustProxy } = c.var.deps.env;
  const forwarded = trustProxy > 0 ? c.req.header('X-Forwarded-Proto') : undefined;
  if (forwarded === 'http' || forwarded === 'https') return `${forwarded}://${host}`;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(host);
  return `${isLoopback ? 'http:' : new URL(publicUrl).protocol}//${host}`;
}

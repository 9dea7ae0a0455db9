// Which addresses a webhook may not lead to in production: those inside our own network, where it would reach what nobody outside can.
import { lookup as lookUp } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const PRIVATE = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4');
/** Of IPv6 only global unicast is let through, without what carries an IPv4 address inside. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6');

export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return PRIVATE.check(address, 'ipv4');
  return isIP(address) !== 6 || !PUBLIC_6.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6');
}

/** The host of an address, where it names an address and no name. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isPrivateAddress(host);
}

/** Resolves a name as always, and refuses private addresses: the connection is made to what was judged, not to a second answer. */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const [first] = found;
    const refused = found.find(({ address }) => isPrivateAddress(address));
    if (refused || !first) return done(PRIVATE_REFUSED, '');
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

/** For the log alone: a caller gets the words of a name that is not found, and does not learn which names exist inside. */
export const PRIVATE_REFUSED = Object.assign(new Error('The address leads into a private network.'), {
  code: 'ENOTFOUND',
});

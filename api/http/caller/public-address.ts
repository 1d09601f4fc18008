import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 networks outside of the public internet (IANA's special-purpose registry, multicast and reserved addresses). */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Only 2000::/3 is public, except for protocol assignments with Teredo, documentation, AS112, and 6to4, which can reach any IPv4 address. */
const PUBLIC_IPV6 = ['2000::', 3] as const;
const PRIVATE_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const hidden = new BlockList();
for (const [network, prefix] of PRIVATE_IPV4) hidden.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of PRIVATE_IPV6) hidden.addSubnet(network, prefix, 'ipv6');
const open = new BlockList();
open.addSubnet(...PUBLIC_IPV6, 'ipv6');

/**
 * Returns whether a text is an IP address of the public internet. Where a caller chooses the host, by a link to an image or a
 * push service, the server connects only to such addresses.
 */
export function isPublicAddress(address: string): boolean {
  // A zone, as in `fe80::1%eth0`, marks an address of a local network.
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (isIPv4(address)) return !hidden.check(address, 'ipv4');
  return open.check(address, 'ipv6') && !hidden.check(address, 'ipv6');
}

/** Returns the host of a URL when it is an IP address; undefined when it is a name. */
export function literalAddressOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) === 0 ? undefined : address;
}

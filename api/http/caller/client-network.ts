import ipaddr from 'ipaddr.js';

type Ip = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an address and unwraps IPv4 inside IPv6; returns undefined when the text is no address. */
const parse = (address: string): Ip | undefined => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);

/** Writes the network of an address, such as "2001:db8::/48"; an IPv6 zone is left out. */
const toCidr = (ip: Ip, prefix: number): string =>
  ip instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${ip.toString()}/${prefix}`).toString()}/${prefix}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString().replace(/%.*$/, '')}/${prefix}`).toString()}/${prefix}`;

/** Maximum number of addresses whose network is remembered: calls need it several times, and parsing takes longer than checking limits. */
const MAX_REMEMBERED = 10_000;
const remembered = { 64: new Map<string, string>(), 48: new Map<string, string>() };

/**
 * Returns the network that shares a limit. For IPv4 it is the address itself. For IPv6 it is the /64 that every household has or, with
 * `ipv6Prefix` 48, the /48 that one customer can have at most. Any other text is returned as it is.
 */
export function networkOf(address: string, ipv6Prefix: 64 | 48 = 64): string {
  const networks = remembered[ipv6Prefix];
  const known = networks.get(address);
  if (known !== undefined) return known;
  const ip = parse(address);
  if (ip === undefined) return address;
  const network = ip instanceof ipaddr.IPv4 ? ip.toString() : toCidr(ip, ipv6Prefix);
  if (networks.size >= MAX_REMEMBERED) networks.clear();
  networks.set(address, network);
  return network;
}

/**
 * Returns the network of an address for display and logs, such as "203.0.113.0/24" or "2001:db8:7::/48": too wide to point at one
 * household. Empty when the text is no address.
 */
export function displayNetworkOf(address: string): string {
  const ip = parse(address);
  return ip === undefined ? '' : toCidr(ip, ip instanceof ipaddr.IPv4 ? 24 : 48);
}

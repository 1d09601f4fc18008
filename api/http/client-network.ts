import ipaddr from 'ipaddr.js';

const IPV4_PREFIX = 24;
const IPV6_PREFIX = 48;

/**
 * Returns the network of an address for display and logs, such as "203.0.113.0/24" or "2001:db8:7::/48": too wide to point at one
 * household. Empty when the text is no address.
 */
export function displayNetworkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  // Unwraps IPv4 addresses inside IPv6.
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${IPV4_PREFIX}`).toString()}/${IPV4_PREFIX}`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`;
}

const withoutZone = (address: ipaddr.IPv6): string => address.toString().replace(/%.*$/, '');

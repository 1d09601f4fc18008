import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { PUBLIC_LINKS } from '../../images/linked-image.ts';
import { isPublicAddress, literalAddressOf } from './public-address.ts';

const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '2001:200::1',
  '2001:db7:ffff::1',
];

/** The first and the last address of each network in IANA's special-purpose registries that is not globally reachable. */
const SPECIAL = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private use', '10.0.0.0', '10.255.255.255'],
  ['shared by the customers of a provider', '100.64.0.0', '100.127.255.255'],
  ['this machine', '127.0.0.0', '127.255.255.255'],
  ['link-local, with the metadata of clouds', '169.254.0.0', '169.254.255.255'],
  ['private use', '172.16.0.0', '172.31.255.255'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255'],
  ['documentation', '192.0.2.0', '192.0.2.255'],
  ['relays of 6to4', '192.88.99.0', '192.88.99.255'],
  ['private use', '192.168.0.0', '192.168.255.255'],
  ['benchmarks', '198.18.0.0', '198.19.255.255'],
  ['documentation', '198.51.100.0', '198.51.100.255'],
  ['documentation', '203.0.113.0', '203.0.113.255'],
  ['multicast', '224.0.0.0', '239.255.255.255'],
  ['reserved, and broadcast', '240.0.0.0', '255.255.255.255'],
  ['unspecified, and this machine', '::', '::1'],
  ['compatible with IPv4', '::127.0.0.1', '::8.8.8.8'],
  ['mapped to IPv4', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ['translated to IPv4', '64:ff9b::7f00:1', '64:ff9b::808:808'],
  ['translated within a network', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discarded', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['identifiers that are no addresses', '2001:20::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['6to4, which can mean any IPv4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['not assigned', '4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local, as it was', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['no address', 'localhost', ''],
  ['answered by whoever is near', '192.31.196.0', '192.175.48.255'],
  ['in a zone of this machine', 'fe80::1%eth0', '2606:4700:4700::1111%eth0'],
  ['a short form', '127.1', '2130706433'],
] as const;

describe.each([
  ['the rules of push services', isPublicAddress],
  ['the rules of linked images', PUBLIC_LINKS.isAllowed],
])('by %s', (_what, isPublic) => {
  it.each(PUBLIC)('%s is public', (address) => expect(isPublic(address)).toBe(true));

  it.each(SPECIAL)('%s is not public: %s to %s', (_name, first, last) => {
    expect([isPublic(first), isPublic(last)]).toEqual([false, false]);
  });

  it('no address that `ipaddr.js` puts in a special network is public', () => {
    const addresses = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV6().map((text) => text.replace(/^[^:]*:/, '2001:')),
    );
    fc.assert(
      fc.property(addresses, (address) => {
        if (isPublic(address)) expect(ipaddr.parse(address).range()).toBe('unicast');
      }),
      { numRuns: 2_000 },
    );
  });
});

it.each([
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://127.1/', '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['https://push.example.com/', undefined],
])('the host of %s is the literal address %s', (url, address) => expect(literalAddressOf(new URL(url))).toBe(address));

import { expect, it } from 'vitest';
import { displayNetworkOf, networkOf } from './client-network.ts';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:1234::1', '2001:db8:7::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['', ''],
  ['unknown', ''],
])('the network of %j is shown as %j', (address, network) => {
  expect(displayNetworkOf(address)).toBe(network);
});

it.each([
  ['10.0.0.1', '10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.1'],
  ['::ffff:a00:1', '10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '::/64', '::/48'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
  ['', '', ''],
  ['device/7', 'device/7', 'device/7'],
])('%s is limited as %s, and with a /48 prefix as %s', (address, narrow, wide) => {
  expect([networkOf(address), networkOf(address, 48)]).toEqual([narrow, wide]);
});

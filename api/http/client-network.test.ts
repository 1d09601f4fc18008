import { expect, it } from 'vitest';
import { displayNetworkOf } from './client-network.ts';

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

import { expect, test } from 'vitest';
import { findTrackingUrl } from './carriers.ts';

test.each([
  ['UPS', '1Z 999', 'https://www.ups.com/track?tracknum=1Z999'],
  [' usps ', '9400', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400'],
  ['FedEx Ground', '77', 'https://www.fedex.com/fedextrack/?trknbr=77'],
  ['dhl', 'a&b=c', 'https://www.dhl.com/en/express/tracking.html?AWB=a%26b%3Dc'],
])('%s has a tracking page for the parcel %s', (service, number, address) => {
  expect(findTrackingUrl(service, number)).toBe(address);
});

test.each([
  ['Upstairs Couriers', '1'],
  ['', '1'],
  ['UPS', ' '],
])('%j with %j has no tracking page', (service, number) => {
  expect(findTrackingUrl(service, number)).toBeUndefined();
});

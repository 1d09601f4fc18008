import { expect, test } from 'vitest';
import { findTrackingUrl } from './carriers.ts';

test.each([
  ['UPS', '1Z 999', 'https://www.ups.com/track?tracknum=1Z999'],
  [' usps ', '9400', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400'],
  ['FedEx Ground', '77', 'https://www.fedex.com/fedextrack/?trknbr=77'],
  ['dhl', 'a&b=c', 'https://www.dhl.com/en/express/tracking.html?AWB=a%26b%3Dc'],
  ['Upstairs Couriers', '1', undefined],
  ['', '1', undefined],
  ['UPS', ' ', undefined],
])('the tracking page of %j for the parcel %j is %s', (service, number, address) => {
  expect(findTrackingUrl(service, number)).toBe(address);
});

interface Carrier {
  /** Matches the usual spellings of the name. */
  readonly name: RegExp;
  readonly address: (number: string) => string;
}

/** The tracking pages of the large carriers. */
const CARRIERS: readonly Carrier[] = [
  { name: /^usps\b/i, address: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}` },
  { name: /^ups\b/i, address: (number) => `https://www.ups.com/track?tracknum=${number}` },
  { name: /^fed\s?ex\b/i, address: (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}` },
  { name: /^dhl\b/i, address: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}` },
  {
    name: /^canada\s?post\b/i,
    address: (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=${number}`,
  },
  {
    name: /^royal\s?mail\b/i,
    address: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
];

/** Returns the tracking page of a parcel; undefined for an unknown carrier and without a number. */
export function findTrackingAddress(postalService: string, trackingNumber: string): string | undefined {
  const number = trackingNumber.replaceAll(/\s+/g, '');
  const carrier = CARRIERS.find(({ name }) => name.test(postalService.trim()));
  return number === '' ? undefined : carrier?.address(encodeURIComponent(number));
}

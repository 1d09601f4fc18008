export interface Carrier {
  readonly name: string;
  /** Matches the usual spellings of the name at the start of a text. */
  readonly spelling: RegExp;
  /** The tracking page; `{number}` is the tracking number. */
  readonly trackingUrl: string;
}

/** The carriers whose parcels have a tracking page. A text that names none of them stands for another carrier, which has no link. */
export const CARRIERS: readonly Carrier[] = [
  {
    name: 'USPS',
    spelling: /^(?:usps|united states postal service)\b/i,
    trackingUrl: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
  },
  { name: 'UPS', spelling: /^ups\b/i, trackingUrl: 'https://www.ups.com/track?tracknum={number}' },
  { name: 'FedEx', spelling: /^fed\s?ex\b/i, trackingUrl: 'https://www.fedex.com/fedextrack/?trknbr={number}' },
  { name: 'DHL', spelling: /^dhl\b/i, trackingUrl: 'https://www.dhl.com/en/express/tracking.html?AWB={number}' },
  {
    name: 'Canada Post',
    spelling: /^canada\s?post\b/i,
    trackingUrl: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}',
  },
  {
    name: 'Royal Mail',
    spelling: /^royal\s?mail\b/i,
    trackingUrl: 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  },
];

/** Returns the carrier that a text names, in the usual spellings; undefined if it names none of `CARRIERS`. */
export function findCarrier(postalService: string): Carrier | undefined {
  const text = postalService.trim();
  return CARRIERS.find(({ spelling }) => spelling.test(text));
}

/** Returns the tracking page of a parcel; undefined without a tracking number, and for a carrier that is not in `CARRIERS`. */
export function findTrackingUrl(postalService: string, trackingNumber: string): string | undefined {
  const number = trackingNumber.toWellFormed().replaceAll(/\s+/g, '');
  if (number === '') return undefined;
  return findCarrier(postalService)?.trackingUrl.replace('{number}', () => encodeURIComponent(number));
}

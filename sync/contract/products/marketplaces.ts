/**
 * The marketplaces that may also sell an open-box product, in the order of inputs and links; `key` is the product's field on the wire and its
 * column. docs/CONTRIBUTING.md says what a new one needs.
 */
export const MARKETPLACES = [
  { key: 'ebay', name: 'eBay' },
  { key: 'facebook_marketplace', name: 'Facebook Marketplace' },
  { key: 'offer_up', name: 'Offer Up' },
  { key: 'mercari_marketplaces', name: 'Mercari' },
] as const;

export type MarketplaceKey = (typeof MARKETPLACES)[number]['key'];

export const MARKETPLACE_KEYS: readonly MarketplaceKey[] = MARKETPLACES.map(({ key }) => key);

/** Builds one value per marketplace. */
export function mapMarketplaces<T>(build: (key: MarketplaceKey) => T): Record<MarketplaceKey, T> {
  return Object.fromEntries(MARKETPLACE_KEYS.map((key) => [key, build(key)])) as Record<MarketplaceKey, T>;
}

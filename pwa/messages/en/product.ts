import { formatNumber } from '../format-number.ts';

/** Texts of the product window. */
export const productMessages = {
  id: (id: number) => `ID: ${id}`,
  views: (count: number) => (count === 1 ? '1 view' : `${formatNumber(count)} views`),
  close: 'Close the product',
  condition: 'Condition',
  chooseCondition: 'Select a condition',
  conditionChoice: (label: string, stock: string, price: string) => `${label} · ${stock} · ${price}`,
  marketplaces: 'Also sold on',
  marketplaceNames: {
    ebay: 'eBay',
    facebook_marketplace: 'Facebook Marketplace',
    offer_up: 'Offer Up',
    mercari_marketplaces: 'Mercari',
  },
  asOf: (time: string) => `Price as of ${time}`,
  share: 'Share this product',
  shared: 'Link copied',
  shareFailed: 'The link could not be copied. It stands in the address bar.',
  description: 'Description',
  loadingDetails: 'The description is loading',
  missing: 'This product does not exist',
  missingHint: 'It may have been sold or taken out of the shop.',
  unavailable: 'This product cannot be shown now',
  unavailableHint: 'It is not on this device yet. It shows as soon as the shop can be reached.',
  detailsOffline: 'The description is not on this device yet. It shows as soon as there is a network.',
  backToShop: 'Back to the shop',
} as const;

/** Texts of image galleries and the full-screen viewer. */
export const galleryMessages = {
  label: 'Pictures',
  picture: (title: string, number: number) => `${title}, picture ${number}`,
  enlarge: (title: string, number: number) => `${title}, picture ${number}: open full screen`,
  fullscreen: 'Picture in full screen',
  close: 'Close the full screen',
  previous: 'Previous picture',
  next: 'Next picture',
  position: (number: number, total: number) => `${number} of ${total}`,
} as const;

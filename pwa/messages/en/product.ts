import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

/** Texts of the product window. */
export const productMessages = localized('productMessages', {
  id: (id: number) => `ID: ${id}`,
  views: (count: number) => (count === 1 ? '1 view' : `${formatNumber(count)} views`),
  close: 'Close the product',
  condition: 'Condition',
  inStock: 'In stock',
  chooseCondition: 'Select a condition',
  conditionMeanings: {
    excellent: 'Looks and works like new.',
    verygood: 'Few light marks that you notice on a close look. Works like new.',
    good: 'Visible scratches or wear. Works as it should.',
    acceptable: 'Heavy wear, dents or discoloration. Works as it should.',
  },
  conditionChoice: (label: string, stock: string, price: string) => `${label} · ${stock} · ${price}`,
  marketplaces: 'Also sold on',
  /** How a price compares with the earlier prices of the product that this device has seen. */
  lowestSince: (day: string) => `Lowest since you first saw it on ${day}`,
  seenLower: (price: string, day: string) => `${price} on ${day}`,
  newElsewhere: (price: string) => `New ${price} on AMAZON`,
  usedElsewhere: (condition: string, price: string) => `Used, ${condition} ${price}`,
  asOf: (time: string) => `Price as of ${time}`,
  share: 'Share this product',
  shared: 'Link copied',
  shareFailed: 'The link could not be copied. Copy it from the address bar.',
  description: 'Description',
  loadingDetails: 'Loading description…',
  missing: 'Product not found',
  missingHint: 'It may have been sold or removed.',
  unavailable: 'This product cannot be shown right now',
  unavailableHint: 'It is not on this device yet. It appears when the shop can be reached.',
  detailsOffline: 'The description is not on this device yet. It appears once the shop can be reached.',
  backToShop: 'Back to the shop',
});

/** Texts of galleries of photos and the full-screen viewer. */
export const galleryMessages = localized('galleryMessages', {
  label: 'Photos',
  image: (title: string, number: number) => `${title}, photo ${number}`,
  enlarge: (title: string, number: number) => `${title}, photo ${number}: open full screen`,
  fullscreen: 'Photo in full screen',
  close: 'Close full screen',
  previous: 'Previous photo',
  next: 'Next photo',
  position: (number: number, total: number) => `${number} of ${total}`,
});

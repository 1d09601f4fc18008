import { localized } from '../localized.ts';

/** Texts of the shop settings. */
export const adminShopMessages = localized('adminShopMessages', {
  title: 'Shop settings',
  hint: 'What you leave empty is as the operator’s file says, or the default.',
  look: 'Name and look',
  lines: { name: 'Name', shortName: 'Short name', letters: 'Letters in the background' },
  lineHints: {
    name: 'in titles, e-mails and invoices',
    shortName: 'beside the logo and below the app’s icon',
    letters: 'in the hexagons behind the page',
  },
  logo: 'Logo',
  logoHint: 'SVG or PNG; app icons are made of it',
  chooseLogo: 'Choose a file',
  removeLogo: 'Remove',
  accent: 'Accent color',
  pickAccent: 'Pick the accent color',
  removeAccent: 'Reset',
  themes: { light: 'Light theme', dark: 'Dark theme' },
  adapted: 'adapted to be readable',
  sampleButton: 'Add to cart',
  sampleLink: 'Link',
  texts: 'Texts',
  language: 'Language',
  textNames: {
    about: 'What the shop is',
    promise: 'Promise beside “Add to cart”',
    disclosure: 'Affiliate disclosure',
    contact: 'Contact',
    legal: 'Legal line',
  },
  textHints: {
    about: 'above the products of a start screen',
    promise: 'such as warranty and returns',
    disclosure: 'in the Referrals Shop',
    contact: 'in the footer and on invoices',
    legal: 'who runs the shop, in the footer and on invoices',
  },
  conditions: 'What conditions mean here',
  save: 'Save',
  discard: 'Discard changes',
  replaces: (theirs: string) =>
    theirs === ''
      ? 'Somebody has emptied this meanwhile. Saving writes yours.'
      : `Somebody has changed this meanwhile to “${theirs}”. Saving replaces it.`,
  problems: 'Correct the marked fields.',
  outcomes: {
    saved: 'Saved. Shoppers see it now.',
    waiting: 'Saved on this device. Shoppers see it once it is synced.',
    failed: 'Not saved: this device has no storage left. Free some and try again.',
  },
});

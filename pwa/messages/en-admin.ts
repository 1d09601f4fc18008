<<<<<<< HEAD
/** Visible strings of the administration: they are in no file that a shopper loads. */
export const adminMessages = {
  editor: {
    loading: 'The editor is loading…',
    notLoaded: 'The editor could not be loaded. It comes by itself when you are online.',
    toolbar: (label: string) => `Formats of: ${label}`,
    undo: 'Undo',
    redo: 'Redo',
    blockType: 'Kind of paragraph',
    paragraph: 'Text',
    heading: (level: number) => `Heading ${level}`,
    font: 'Font',
    defaultFont: 'Font of the shop',
    severalFonts: 'Several fonts',
    size: 'Text size',
    sizeOf: (sizePx: number) => `${sizePx}px`,
    severalSizes: '– px',
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    strike: 'Strike',
    code: 'Code',
    bulletList: 'Bullet list',
    numberedList: 'Numbered list',
    indent: 'List item further in',
    outdent: 'List item further out',
    quote: 'Quote',
    codeBlock: 'Block of code',
    rule: 'Horizontal rule',
    addImage: 'Add an image',
    uploading: 'Uploading an image...',
    clear: 'Clear the content',
    clearQuestion: 'Clear the whole description?',
    clearHint: 'Undo brings it back.',
    keep: 'Keep it',
    image: 'Selected image',
    imageAlt: 'What the image shows, for those who do not see it',
    imageTitle: 'Title of the image',
    deleteImage: 'Delete image',
    droppedImages: (count: number) =>
      count === 1
        ? 'One picture of another site was left out: save it on this device and add it here.'
        : `${count} pictures of other sites were left out: save them on this device and add them here.`,
    notInserted: 'Nothing was pasted: the description would be too long.',
    tooLong: (length: number, longest: number) =>
      `The description is too long: ${length.toLocaleString('en-US')} of ${longest.toLocaleString('en-US')} characters, its formats counted.`,
    hideMessage: 'Hide this message',
  },
};
=======
import type { ShopKey } from '#contract/shops.ts';

/** Visible strings of the administration, one record for each of its features. Texts of the specification are exact. */
export const adminMessages = {
  manifest: {
    name: 'Admin',
    description: 'Products, pictures and orders of the four shops, on a tablet and without network.',
  },

  gate: {
    title: 'Admin Panel',
    backToShop: 'Back to Shop',
    password: 'Password',
    login: 'Login',
    checking: 'Checking…',
    wrongPassword: 'Неверный пароль',
    blocked: 'Too many login attempts. Please try again in',
    unreachable: 'The server does not answer. Logging in needs a network.',
    failed: 'The server cannot check the password at the moment. Try again in a minute.',
    ended: 'Your login has ended',
    endedHint: 'What you were writing is kept. Enter the password to go on.',
    later: 'Not now',
    close: 'OK',
  },

  frame: {
    admin: 'Admin',
    exit: 'Exit',
    jump: 'Admin page',
    orders: 'Orders',
    backToShop: 'Back to Shop',
    views: 'Parts of the administration',
    forms: 'Add, delete, edit',
    products: 'Products',
    transfer: 'Import and export',
    audit: 'Audit log',
    offline: 'No network. What you save waits on this device.',
    update: 'A new version of the administration is ready.',
    reload: 'Reload',
    noDatabase:
      'This browser keeps nothing for this page: what you write is lost with the tab. Private windows do that.',
    loading: 'One moment…',
    failed: 'The administration cannot run in this browser.',
  },

  shared: {
    title: 'Which shop are these pictures for?',
    count: (count: number) => (count === 1 ? 'One picture was shared.' : `${count} pictures were shared.`),
    hint: 'They are put into the shop’s form for a new product.',
    cancel: 'Discard them',
    again: 'The pictures did not arrive. Please share them once more.',
    full: 'There is no room for the pictures on this device.',
    none: 'There was no picture in what was shared.',
    close: 'OK',
  },

  shopNames: {
    default: 'Referrals Shop',
    ayz: 'Open Box Store',
    pc: 'PC Shop',
    smart: 'Smart Shop',
  } satisfies Record<ShopKey, string>,
} as const;
>>>>>>> d8b1ca3 (feat(pwa): the administration has a document, a build, a service worker and a gate of its own)

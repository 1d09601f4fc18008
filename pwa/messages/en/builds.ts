import { MAX_BUILD_PARTS, MAX_BUILDS, MAX_PART_QUANTITY } from '#contract/limits.ts';
import { localized } from '../localized.ts';

const parts = (count: number): string => (count === 1 ? '1 part' : `${count} parts`);
const builds = (count: number): string => (count === 1 ? '1 build' : `${count} builds`);

/** Texts of build lists. */
export const buildMessages = localized('buildMessages', {
  title: 'My builds',
  all: 'All builds',
  back: (shop: string) => `Back to ${shop}`,
  hint: 'Collect parts in lists of your own. They stay on this device and work offline.',
  create: 'New build',
  firstName: 'My build',
  nextName: (number: number) => `My build ${number}`,
  unnamed: 'Build without a name',
  tooManyBuilds: `This device holds up to ${MAX_BUILDS} builds. Delete one to add another.`,
  parts,
  ready: 'Start with a ready build',
  readyHint: 'Copies its parts into a list of yours, which you can change.',
  copyFailed: 'The parts could not be read. Try again.',

  add: 'Add to build',
  addTo: 'Add to which build?',
  closeChoice: 'Close',
  added: (name: string) => `Added to ${name}.`,
  replaced: (title: string, name: string) => `Replaced ${title} in ${name}.`,
  undo: 'Undo',
  openBuild: (name: string) => `Open ${name}`,
  partsFull: `A build holds up to ${MAX_BUILD_PARTS} different parts and ${MAX_PART_QUANTITY} of each.`,

  name: 'Name',
  rename: 'Rename',
  saveName: 'Save',
  cancel: 'Cancel',
  share: 'Share link',
  shared: 'Link copied',
  copy: 'Copy as text',
  copied: 'Text copied',
  clipboardFailed: 'The browser did not allow copying.',
  print: 'Print',
  delete: 'Delete build',
  deleted: (name: string) => `Deleted ${name}.`,
  onePerSlot: 'One part per slot',

  total: 'Price total',
  typicalTotal: 'Typical price total',
  amount: (amount: string) => `$${amount}`,
  unpriced: (count: number) => `${parts(count)} without a price, not counted.`,
  problems: (count: number) => (count === 1 ? '1 part needs attention' : `${count} parts need attention`),
  allAvailable: 'All parts are available',

  slots: 'Parts',
  choose: 'Choose a part',
  chooseFor: (slot: string) => `Choose a part: ${slot}`,
  change: 'Change',
  changeFor: (slot: string) => `Change the part: ${slot}`,
  addAnother: 'Add another part',
  addAnotherFor: (slot: string) => `Add another part: ${slot}`,
  otherParts: 'Other parts',
  severalInSlot: (count: number) => `${count} different parts in one slot`,
  used: 'Used, from the Open Box Store',
  quantity: (title: string) => `Quantity of ${title}`,
  fewer: (title: string) => `One fewer: ${title}`,
  more: (title: string) => `One more: ${title}`,
  remove: (title: string) => `Remove ${title}`,
  removed: (title: string) => `Removed ${title}.`,
  times: (quantity: number) => `${quantity} ×`,
  each: (price: string) => `${price} each`,
  from: (price: string) => `from ${price}`,
  noPrice: 'No price',
  untitled: (id: number) => `Product ${id}`,
  soldOut: 'Sold out',
  onlyLeft: (stock: number) => (stock === 1 ? 'Only 1 in stock' : `Only ${stock} in stock`),
  gone: 'No longer in the shop',
  notHere: 'Not on this device yet',

  search: 'Search parts',
  closePicker: 'Close the list of parts',
  noChoices: 'No parts found.',
  closeChoices: 'No exact match. Close matches:',
  choicesFailed: 'The parts cannot be read right now. They appear when you are back online.',
  addPart: 'Add',
  addPartTitled: (title: string) => `Add ${title}`,
  moreChoices: 'More parts match. Search to narrow them down.',

  sharedBuild: 'Shared build',
  sharedHint: 'This list was shared with you. Keep it to change it.',
  keep: 'Keep as my build',
  leftOut: (count: number) =>
    `A build holds up to ${MAX_BUILD_PARTS} different parts. ${parts(count)} of this link left out.`,
  unreadable: (count: number) =>
    count === 1 ? 'One entry of this link could not be read.' : `${count} entries of this link could not be read.`,
  missingTitle: 'Build not found',
  missingHint: 'It may have been deleted, or it is on another device.',
  noParts: 'This build has no parts.',

  damaged: (lostBuilds: number, lostParts: number) => {
    if (lostBuilds === 0)
      return `${parts(lostParts)} of your builds were damaged and could not be read. The rest is here.`;
    if (lostParts === 0)
      return `${builds(lostBuilds)} on this device were damaged and could not be read. The rest is here.`;
    return `${builds(lostBuilds)} and ${parts(lostParts)} on this device were damaged and could not be read. The rest is here.`;
  },
  unreadableStorage: 'Your stored builds were damaged and could not be read.',
  notKept:
    'This browser has no room for your builds. They last until you close this page: share or copy them to keep them.',

  textLine: (slot: string, quantity: number, title: string, price: string) =>
    `${slot}: ${quantity === 1 ? '' : `${quantity} × `}${title} (${price})`,
  textTotal: (label: string, amount: string) => `${label}: ${amount}`,
});

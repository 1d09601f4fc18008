import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';

/** Texts of the scanner for barcodes and QR codes. */
export const scannerMessages = localized('scannerMessages', {
  open: 'Scan a code',
  title: 'Scan a barcode or QR code',
  close: 'Close the scanner',

  starting: 'Starting the camera…',
  aim: 'Hold the code inside the frame.',
  view: 'Camera view',
  camera: 'Camera',
  nthCamera: (number: number) => `Camera ${formatNumber(number)}`,
  torchOn: 'Turn the light on',
  torchOff: 'Turn the light off',
  tryAgain: 'Try again',

  problems: {
    insecure: 'The browser gives the camera only to pages loaded over HTTPS. Choose a photo or enter the number.',
    unsupported: 'This browser has no access to cameras. Choose a photo or enter the number.',
    denied: 'The camera is not allowed here. Allow it for this site in the browser’s settings, then try again.',
    missing: 'No camera was found on this device. Choose a photo or enter the number.',
    busy: 'The camera is in use by another app. Close it there, then try again.',
    lost: 'The camera was disconnected, or its permission was withdrawn. Check both, then try again.',
    failed: 'The camera could not be started. Try again, choose a photo or enter the number.',
    reader: 'The code reader is not on this device yet. Connect to the internet once, then it also works offline.',
  },

  otherWays: 'Without the camera',
  image: 'Choose a photo',
  reading: 'Reading the photo…',
  noCode: 'No code was found in this photo. Try one taken closer, sharp and without glare.',
  badImage: 'This file cannot be opened as a photo. Choose a JPEG, PNG or WebP.',
  onDevice: 'Photos are read on this device and never sent.',
  number: 'Number under the barcode',
  find: 'Find',
  wrongNumber: 'This is not a barcode number. Compare its digits with those on the package.',

  searching: 'Looking for the product…',
  theCode: 'The code says',
  several: (count: number) => `${formatNumber(count)} products have this code`,
  unknown: 'No product has this code.',
  unsure: 'No product on this device has this code. Not all of the catalog is here: scan again when you are online.',
  foreign: 'This code leads to another site, which is not opened from here.',
  text: 'This is not the code of a product.',
  search: 'Search for it',
  again: 'Scan again',
  notABarcode: 'This code is not a barcode number.',
});

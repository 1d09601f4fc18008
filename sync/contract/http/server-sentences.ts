import { ERRORS } from './error-codes.ts';

/** Why the server rejects the work of an administrator: whole sentences, which pages translate. */
export const SERVER_SENTENCES = {
  productExists: ERRORS['product-exists'].title,
  idTaken: ERRORS['id-taken'].title,
  staleVersion: ERRORS['stale-version'].title,
  notFound: ERRORS['not-found'].title,
  badRequest: ERRORS['bad-request'].title,
  imageMissing: ERRORS['picture-missing'].title,
  lastImage: ERRORS['last-picture'].title,
  tooManyImages: ERRORS['too-many-pictures'].title,
  accessRevoked: ERRORS['access-revoked'].title,
  roleNeeded: ERRORS['role-needed'].title,
  unauthorized: ERRORS.unauthorized.title,
  noDiskSpace: ERRORS['no-disk-space'].title,
  readOnly: ERRORS['read-only'].title,
  internal: ERRORS.internal.title,
  highestId: 'Choose an id: the highest one is in use.',
  imageBytes: 'An image may have at most 15 MiB.',
  imagePixels: 'An image may have at most 40 megapixels.',
  imageMemory: 'The image takes too much memory to open. Make it smaller, or save it as a plain JPEG.',
  notAnImage: 'The file is not a readable JPEG, PNG or WebP image.',
} as const;

import { localized } from '../localized.ts';

/** Why a chosen language does not apply. */
export const languageMessages = localized('languageMessages', {
  unloadable: 'The language could not be loaded. Try again when you are online.',
  notKept: 'This browser does not keep your choice of language. Allow cookies for this site and try again.',
});

import { toRegistrationPath } from '#contract/account/registration-link.ts';
import { toRelyingParty } from './relying-party.ts';

/** Returns the address of a registration link at an origin where passkeys work. */
export const toRegistrationUrl = (origin: string, secret: string): string =>
  toRelyingParty(origin).origin + toRegistrationPath(secret);

import { createRequire } from 'node:module';
import type * as LanguageCommon from '@zxcvbn-ts/language-common';

/** The minimum of ASVS 5.0 and NIST SP 800-63B for a password without a second factor. */
const MIN_PASSWORD_LENGTH = 15;

let commonPasswords: ReadonlySet<string> | undefined;

/** Loads 49,000 passwords in lower case, when a password is checked for the first time. */
function loadCommonPasswords(): ReadonlySet<string> {
  const require = createRequire(import.meta.url);
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof LanguageCommon;
  return new Set(dictionary['passwords-common']);
}

/** Returns what is wrong with an administrators' password, as the end of a sentence; undefined when it is strong enough. Demos take any. */
export function findPasswordFault(password: string): string | undefined {
  if ([...password].length < MIN_PASSWORD_LENGTH) return `must have at least ${MIN_PASSWORD_LENGTH} characters`;
  commonPasswords ??= loadCommonPasswords();
  return commonPasswords.has(password.trim().toLowerCase()) ? 'is in the list of common passwords' : undefined;
}

import { ApiError } from '#contract/http/errors.ts';
import type { User } from '#contract/account/user.ts';

/** Whether a user is on the required list; always true without a list. */
export const isListedAdmin = (requiredAdminIds: readonly string[] | undefined, user: User | undefined): boolean =>
  requiredAdminIds === undefined || (user !== undefined && requiredAdminIds.includes(user.sub));

/** @throws ApiError forbidden when a listed user must be signed in beside the token and is not */
export function requireListedAdmin(requiredAdminIds: readonly string[] | undefined, user: User | undefined): void {
  if (isListedAdmin(requiredAdminIds, user)) return;
  throw new ApiError('forbidden', 'Sign in to the shop as a listed administrator as well.');
}

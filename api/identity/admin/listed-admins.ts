import { ApiError } from '#contract/errors.ts';
import type { User } from '#contract/user.ts';

/** Whether a user is one of those that administrators must be; undefined: they need not be anybody. */
export const isListedAdmin = (requiredAdminIds: readonly string[] | undefined, user: User | undefined): boolean =>
  requiredAdminIds === undefined || (user !== undefined && requiredAdminIds.includes(user.sub));

/** Says to whom the token alone opens nothing what is missing. @throws ApiError forbidden */
export function requireListedAdmin(requiredAdminIds: readonly string[] | undefined, user: User | undefined): void {
  if (isListedAdmin(requiredAdminIds, user)) return;
  throw new ApiError('forbidden', 'Sign in to the shop as a listed administrator as well.');
}

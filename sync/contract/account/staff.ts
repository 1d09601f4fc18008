const STAFF_PREFIX = 'staff-';

/**
 * Returns the id of the user as whom an administrator answers chats. Without `administratorId`, that is an administrator without a name. No
 * provider issues such ids.
 */
export const toStaffSub = (administratorId: string | undefined): string =>
  `${STAFF_PREFIX}${administratorId ?? 'shop'}`;

/** Returns whether an id is from `toStaffSub`: such a user is an administrator who answers chats. */
export const isStaffSub = (sub: string): boolean => sub.startsWith(STAFF_PREFIX);

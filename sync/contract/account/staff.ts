const STAFF_PREFIX = 'staff-';

/** The id of the user as whom an administrator answers chats; undefined: an administrator without a name. No provider issues such ids. */
export const toStaffSub = (administratorId: string | undefined): string =>
  `${STAFF_PREFIX}${administratorId ?? 'shop'}`;

/** Whether a user's session was opened by an administrator to answer chats. */
export const isStaffSub = (sub: string): boolean => sub.startsWith(STAFF_PREFIX);

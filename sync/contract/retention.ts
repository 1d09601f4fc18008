import { MAX_SESSION_DAYS, OPERATION_RESULT_DAYS, SESSION_DAYS, TOMBSTONE_DAYS } from './limits.ts';

/** Days for which the server keeps data of users that it deletes by itself. Its jobs and the page about privacy use these numbers. */
export const RETENTION_DAYS = {
  /** A session without use, and any session. */
  unusedSessions: SESSION_DAYS,
  sessions: MAX_SESSION_DAYS,
  /** Photos that were uploaded to a chat and never sent. */
  unsentPhotos: 30,
  /** Ids of deleted chats, so that other devices delete them as well. */
  deletedChats: TOMBSTONE_DAYS,
  /** Results of a device's changes. */
  operationResults: OPERATION_RESULT_DAYS,
  /** Notices of a payment provider after the last change of their order. */
  paymentNotices: 400,
} as const;

/** Why the last attempt to reach the server failed. */
export type SyncProblem =
  /** No network, or the server does not answer. */
  | 'unreachable'
  /** A captive portal answers in place of our server. */
  | 'foreign-reply'
  /** The server rejects the call or fails, or its reply arrives damaged. */
  | 'server-error'
  /** The server was rolled back to a version older than this page: it can be read; writes stay on the device. */
  | 'older-server'
  /** The server is newer than this page, which cannot read it: a reload brings the new version; what is on the device stays. */
  | 'newer-server'
  /** The server's database is read-only: the shop can be read; writes stay on the device. */
  | 'read-only'
  /** The browser's storage or the engine itself fails. */
  | 'device-error';

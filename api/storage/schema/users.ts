import type { Generated } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';

/** Users who have signed in, and stand-ins for deleted ones. `cart_seq`: the number of the last change of their cart. */
export interface UserAccountTable {
  sub: string;
  /** Issuer of the id; an equal id of another issuer is another person. */
  issuer: string;
  name: string;
  email: string;
  picture: string;
  created_at: number;
  signed_in_at: number;
  cart_seq: Generated<number>;
}

/** Tokens are stored as SHA-256 hashes only. */
export interface SessionTable {
  token_hash: string;
  sub: string;
  created_at: number;
  used_at: number;
  /** Names the session without revealing its token. */
  id: string;
  /** Coarse words for the device, and the network of its last recorded use; null when unknown. */
  browser: string | null;
  system: string | null;
  network: string | null;
  /** The build of the app that the device used last; null when it names none. */
  app_version: string | null;
  /** For a session in which an administrator answers chats: the administrator's token, with which it ends; null for a shopper's session. */
  admin_token_hash: string | null;
}

export interface SignInNonceTable {
  hash: string;
  expires_at: number;
}

/** Failed logins of one network, IPv6 site or known device since `window_start`; `blocks` counts consecutive blocks. */
export interface LoginAttemptTable {
  network: string;
  failures: number;
  window_start: number;
  blocks: number;
  blocked_until: number;
}

/** Changes by administrators; `before` and `after` are JSON. */
export interface AdminAuditTable {
  number: Generated<number>;
  at: number;
  actor: string;
  /** Id of a named administrator or of a listed user; null for an administrator without a name. */
  actor_id: string | null;
  action: string;
  subject: string;
  before: string;
  after: string;
}

/** Results by idempotency key, written in the transaction of their effect. */
export interface IdempotencyTable {
  owner: string;
  key: string;
  request_hash: string;
  /** JSON, or the id of what was created. */
  result: string;
  created_at: number;
  /** Null: it never expires by time; results of operations are deleted by a rule of their own. */
  expires_at: number | null;
  /** For an operation: its outbox, and its number in the outbox. */
  client: Generated<string | null>;
  number: Generated<number | null>;
}

/** What the server knows of a device's outbox; deleted only with the account. */
export interface OutboxTable {
  owner: string;
  client: string;
  /** All operations up to this number are decided, and the device has stored their results. */
  acknowledged: number;
  /** Highest number of an operation whose result was deleted. */
  forgotten: Generated<number>;
  /** Time in ms; 0 for outboxes from before migration 0012. */
  created_at: Generated<number>;
}

/** What a subscribed device asked for about watched products; deleted with its subscription. */
export interface WatchListTable {
  endpoint: string;
  time_zone: string;
  /** Minutes after midnight in the time zone; both null without quiet hours. */
  quiet_from: number | null;
  quiet_until: number | null;
  /** Time in ms before which the device gets no further message. */
  next_message_at: Generated<number>;
  /** Messages in a row that the push service did not take. */
  failures: Generated<number>;
}

/** A product that a device watches, and what the device was told about it. */
export interface WatchTable {
  endpoint: string;
  shop: ShopKey;
  product_id: number;
  life: number;
  /** The price when it was saved, in cents; 0 without one. */
  saved_cents: number;
  /** Only a price below this one is news; 0 until there is a price. */
  low_cents: number;
  /** 1 if the product was available when it was last compared. */
  was_available: number;
  /** Time in ms of the last message that the product is back; 0 for none. */
  back_told_at: Generated<number>;
  /** News that the device has not been told yet: 1 for yes. */
  is_cheaper: Generated<number>;
  is_back: Generated<number>;
}

/** How far each shop's changes have been compared with the watches. */
export interface WatchCursorTable {
  shop: ShopKey;
  seq: number;
}

/** A message that a device's push service does not have yet; deleted with the subscription. */
export interface PushMessageTable {
  id: string;
  endpoint: string;
  sub: string;
  /** A newer message with the same tag replaces this one. */
  tag: string;
  /** JSON. */
  message: string;
  attempts: number;
  /** When the next attempt is due; while the message is being sent, when the claim ends. */
  next_attempt_at: number;
  created_at: number;
  /** When it is no longer worth sending. */
  expires_at: number;
}

/** The push subscription of a device; deleted with its session. */
export interface PushSubscriptionTable {
  endpoint: string;
  session_id: string;
  sub: string;
  p256dh: string;
  auth: string;
  /** The language of the device. */
  language: Generated<string>;
  created_at: number;
}

import type { CartLine } from '#contract/cart.ts';
import type { Chat, Message } from '#contract/chat.ts';
import type { ErrorCode, Problem } from '#contract/errors.ts';
import type { EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { createPurchase } from '#contract/http/orders.ts';
import type { subscribePush } from '#contract/http/push.ts';
import type { createSession, getSignIn } from '#contract/http/session.ts';
import type { Mutation } from '#contract/mutations.ts';
import type { Order } from '#contract/order.ts';
import type { KnownLine, Rejection } from '../outbox/outbox-record.ts';
import type { SyncProblem } from '../worker/engine-api.ts';

/** What a call came to. Errors do not survive the way out of a worker as what they are, so refusals are data. */
export type CallResult<T> =
  | { readonly ok: true; readonly value: T }
  /** The server did not decide, or nobody knows whether it did. */
  | { readonly ok: false; readonly problem: SyncProblem }
  | {
      readonly ok: false;
      readonly problem: 'refused';
      readonly code: ErrorCode;
      readonly detail: string;
      readonly retryAfterSeconds: number | undefined;
      /** How the thing stands now, such as `{ price, total_amount }` after `price-changed` and `{ available }` after `out-of-stock`. */
      readonly current: unknown;
      readonly errors: Problem['errors'];
    };

export type SignInOptions = EndpointReply<typeof getSignIn>;
export type Session = EndpointReply<typeof createSession>;
export type PurchaseInput = EndpointInput<typeof createPurchase>['body'];
export type Purchase = EndpointReply<typeof createPurchase>;
export type PushSubscriptionInput = EndpointInput<typeof subscribePush>['body'];

/** What needs the server while the page waits; part of the engine. Rows and operations are read and written through `UserData`. */
export interface AccountApi {
  /** Names who is signed in on this device (the `sub` of the stored display token) or that nobody is: whose rows are kept true and whose operations are sent. */
  setUser(sub: string | null): Promise<void>;
  signInOptions(): Promise<CallResult<SignInOptions>>;
  signIn(credential: string): Promise<CallResult<Session>>;
  /**
   * Ends the session of a user and removes their rows from the device; without network the end of the session waits for it, before anything
   * else is sent.
   */
  signOut(sub: string): Promise<void>;
  /**
   * Orders, once however often it is tried: while nobody knows what became of an attempt, the same purchase is repeated under the same key.
   * A finished one removes its line from the cart.
   */
  createPurchase(input: PurchaseInput): Promise<CallResult<Purchase>>;
  /** Sends what waits and pulls what is new, now. */
  syncAccount(): Promise<void>;
  /** Fetches the messages of a chat before those that the device has; `hasOlder` says whether there are still more. */
  loadOlderMessages(chatId: string): Promise<CallResult<{ readonly hasOlder: boolean }>>;
  /** Fetches a photo of a chat; from then on `ChatData.photo` has it. */
  loadPhoto(path: string): Promise<CallResult<undefined>>;
  /** Tells the others of a chat that the user types, or does no longer; says it again as long as it is called. Lost without network. */
  setTyping(chatId: string, isTyping: boolean): Promise<void>;
  pushKey(): Promise<CallResult<string>>;
  subscribePush(subscription: PushSubscriptionInput): Promise<CallResult<undefined>>;
  unsubscribePush(endpoint: string): Promise<CallResult<undefined>>;
}

/** A line of the cart as the device shows it: what the server confirmed with what waits on top of it. */
export interface CartLineView extends CartLine {
  /** The server has not said yes yet. */
  readonly isWaiting: boolean;
}

/** A chat as the device shows it: with what waits in the outbox on top. */
export interface ChatView extends Chat {
  /** The server does not know the chat yet. */
  readonly isWaiting: boolean;
  /** What is written and not sent; empty where nothing is. */
  readonly draft: string;
}

/** A message as the device shows it. One that waits has no `seq` yet and stands behind all that have. */
export interface MessageView extends Omit<Message, 'seq'> {
  readonly seq: number | null;
  /**
   * `waiting`: on this device only; `sent`: the server has it; `read`: somebody of the other side has seen it; `refused`: the server said
   * no. Of others' messages it is `sent`.
   */
  readonly state: 'waiting' | 'sent' | 'read' | 'refused';
  /** The operation of the outbox, while there is one: what was refused can be sent again or discarded under it. */
  readonly op: number | null;
  readonly refusal: Rejection | null;
}

/** The newest messages of a chat, the oldest of them first. */
export interface MessagePage {
  readonly messages: readonly MessageView[];
  /** Where messages before these are: read more from the device, or `AccountApi.loadOlderMessages` first. */
  readonly older: 'device' | 'server' | 'none';
}

/** What is written into a chat and not sent. */
export interface Draft {
  readonly content: string;
  /** Paths of photos that `addPhoto` gave. */
  readonly photos: readonly string[];
}

/** What the page knows of a product that a chat is started about. */
export type KnownProduct = Pick<Chat, 'product_id' | 'title' | 'preview' | 'placeholder'> & {
  readonly buyer_name: string;
};

/** A message that holds the words that were searched for. */
export interface MessageHit {
  readonly chat: ChatView;
  readonly message: MessageView;
}

/** The signed-in user's chats on this device. Reads are for live queries; writes are on the disk when they are done. */
export interface ChatData {
  /** The one with the newest message first. */
  list(): Promise<readonly ChatView[]>;
  find(chatId: string): Promise<ChatView | undefined>;
  /** The newest `count` messages. */
  messages(chatId: string, count: number): Promise<MessagePage>;
  /** Messages on this device whose text holds every word, the newest first. */
  search(words: string): Promise<readonly MessageHit[]>;
  /** Gives the chat's id. The user's chat about this product, if there is one, is that one. */
  start(product: KnownProduct): Promise<string>;
  /** Puts a message into the outbox and empties the draft, in one transaction. @throws RangeError for one that says nothing or is too long */
  send(chatId: string, message: Draft): Promise<void>;
  /** Marks a chat as read up to a message, if it is not yet. */
  markRead(chatId: string, seq: number): Promise<void>;
  draft(chatId: string): Promise<Draft>;
  saveDraft(chatId: string, draft: Draft): Promise<void>;
  /** Keeps a picture, ready to be uploaded, for a message to come; gives the path that it will have. */
  addPhoto(chatId: string, picture: Blob): Promise<string>;
  /** Lets go of a picture that was taken out of a draft. One that was sent meanwhile, in another tab, stays. */
  removePhoto(path: string): Promise<void>;
  /** A photo that is on this device; undefined for one that must be fetched. */
  photo(path: string): Promise<Blob | undefined>;
}

/** One operation of the outbox as people see it. */
export interface OutboxEntry {
  readonly op: number;
  readonly mutation: Mutation;
  /** Device time in ms. */
  readonly createdAtMs: number;
  /** Why the server said no; null while it has not decided. */
  readonly refusal: Rejection | null;
}

/** How a user's data stands with the server. */
export interface AccountSyncState {
  /** Device time in ms of the last exchange that reached the server; null if there was none. */
  readonly lastSyncedAtMs: number | null;
  readonly problem: SyncProblem | null;
  /** The server no longer knows the session: everything waits until the user signs in again. */
  readonly needsSignIn: boolean;
}

/** The signed-in user's rows on this device, for live queries: each read is one transaction over IndexedDB. */
export interface UserData {
  readonly sub: string;
  readonly chats: ChatData;
  /** In the order in which lines came. */
  cart(): Promise<readonly CartLineView[]>;
  /** Newest first. */
  orders(): Promise<readonly Order[]>;
  /** Waiting and refused operations, oldest first. */
  outbox(): Promise<readonly OutboxEntry[]>;
  state(): Promise<AccountSyncState>;
  /**
   * Applies a mutation at once and puts it into the outbox, in one transaction of strict durability.
   * `line` is what the page knows of a product that is new in the cart.
   */
  enqueue(mutation: Mutation, line?: KnownLine): Promise<void>;
  /** Takes a refused operation up again, as it was or changed, behind what waits. */
  sendAgain(op: number, changed?: Mutation): Promise<void>;
  /** Gives an operation up; what it did on this device is undone. */
  discard(op: number): Promise<void>;
  /** Called once when these rows are no longer to be read: the user signed out, or a newer version of the app has them. */
  onClosed(listener: () => void): void;
  close(): void;
}

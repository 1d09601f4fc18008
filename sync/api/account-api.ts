import type { CartLine } from '#contract/orders/cart.ts';
import type { Chat, Message } from '#contract/chats/chat.ts';
import type { ChatReply } from '#contract/http/chat-replies.ts';
import type { EndpointCall, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import type { createPurchase } from '#contract/http/orders.ts';
import type { subscribePush } from '#contract/http/push.ts';
import type { createSession, getSignIn } from '#contract/http/session.ts';
import type { Mutation } from '#contract/http/mutations.ts';
import type { Order } from '#contract/orders/order.ts';
import type { WatchList } from '#contract/products/watch.ts';
import type * as accountEndpoints from './account-endpoints.ts';
import type { CallResult, Calls } from './calls.ts';
import type { KnownLine, KnownProduct, Rejection } from './outbox-record.ts';
import type { SyncProblem } from './sync-problem.ts';

export type SignInOptions = EndpointReply<typeof getSignIn>;
export type Session = EndpointReply<typeof createSession>;
export type PurchaseInput = EndpointCall<typeof createPurchase>['body'];
export type Purchase = EndpointReply<typeof createPurchase>;
export type PushSubscriptionInput = EndpointInput<typeof subscribePush>['body'];

/** Calls that the account only passes on to the server. */
export type AccountCalls = Calls<typeof accountEndpoints>;

/** The user's part of the engine. Rows and operations are read and written through `UserData`. */
export interface AccountApi {
  readonly calls: AccountCalls;
  /** Sets the user whose rows are synced and whose operations are sent, by the `sub` of the stored display token; null for none. */
  setUser(sub: string | null): Promise<void>;
  signIn(credential: string): Promise<CallResult<Session>>;
  /** Signs in as the user in whose name the administrator with this token answers chats, until that token ends. */
  answerChats(adminToken: string): Promise<CallResult<Session>>;
  /** Ends a user's session (offline: later, but before anything else is sent), and deletes their rows from the device. */
  signOut(sub: string): Promise<void>;
  /** Places an order, only once however often it is called until the outcome is known. A finished purchase removes its line from the cart. */
  createPurchase(input: PurchaseInput): Promise<CallResult<Purchase>>;
  /** Sends pending operations and pulls changes now. */
  syncAccount(): Promise<void>;
  /** Fetches messages older than those on the device; `hasOlder`: the server has even older ones. */
  loadOlderMessages(chatId: string): Promise<CallResult<{ readonly hasOlder: boolean }>>;
  /** Fetches chats older than those on the device; `hasOlder`: the server has even older ones. */
  loadOlderChats(): Promise<CallResult<{ readonly hasOlder: boolean }>>;
  /** Fetches a chat that is not on the device; nothing happens if the user has no such chat. */
  loadChat(chatId: string): Promise<CallResult<undefined>>;
  /** Fetches a photo of a chat, which `ChatData.photo` then returns. */
  loadPhoto(path: string): Promise<CallResult<undefined>>;
  /** Reports to the other members of a chat that the user types, or no longer does; call it repeatedly while the user types. Lost without network. */
  setTyping(chatId: string, isTyping: boolean): Promise<void>;
  /** Updates the server's copy of this device's watch list if it differs from `list`; subscribes a device that the server does not know. */
  sendWatches(subscription: PushSubscriptionInput, list: WatchList): Promise<CallResult<undefined>>;
}

/** A line of the cart as shown: the confirmed line with pending operations on top. */
export interface CartLineView extends CartLine {
  /** The server has not confirmed it yet. */
  readonly isWaiting: boolean;
}

/** A chat as shown: with pending operations of the outbox on top. */
export interface ChatView extends Chat {
  /** The server does not know the chat yet. */
  readonly isWaiting: boolean;
  /** The unsent text; empty if there is none. */
  readonly draft: string;
}

/** A message as shown. A pending one has no `seq` and comes after all messages that have one. */
export interface MessageView extends Omit<Message, 'seq'> {
  readonly seq: number | null;
  /**
   * `waiting`: only on this device; `sent`: on the server, as messages of others always are; `read`: by the other side; `rejected`: by the
   * server.
   */
  readonly state: 'waiting' | 'sent' | 'read' | 'rejected';
  /** The id of its operation in the outbox, while there is one: a rejected message is sent again or discarded by it. */
  readonly operationId: string | null;
  readonly rejection: Rejection | null;
}

/** The newest messages of a chat, in ascending order. */
export interface MessagePage {
  readonly messages: readonly MessageView[];
  /** Where older messages are: on the device, or on the server (`AccountApi.loadOlderMessages` first). */
  readonly older: 'device' | 'server' | 'none';
}

/** An unsent message of a chat. */
export interface Draft {
  readonly content: string;
  /** Paths returned by `addPhoto`. */
  readonly photos: readonly string[];
  /** Links to attached products; missing for none. Once sent, the message has them in its text. */
  readonly products?: readonly string[];
}

/** A message that matches a search. */
export interface MessageHit {
  readonly chat: ChatView;
  readonly message: MessageView;
}

/** The signed-in user's chats on this device. Reads are for live queries; writes are durable when they resolve. */
export interface ChatData {
  /** All chats; the one with the newest message comes first. */
  list(): Promise<readonly ChatView[]>;
  /** Whether the server has chats that are not on this device (`AccountApi.loadOlderChats`). */
  hasOlder(): Promise<boolean>;
  find(chatId: string): Promise<ChatView | undefined>;
  /** Returns the newest `count` messages. */
  messages(chatId: string, count: number): Promise<MessagePage>;
  /** Messages on this device, of one chat or of all, whose text contains every word, the newest first. */
  search(words: string, chatId?: string): Promise<readonly MessageHit[]>;
  /** Returns the chat's id; an existing chat of the user about this product is reused. */
  start(product: KnownProduct): Promise<string>;
  /** Adds a message to the outbox and empties the draft, in one transaction. @throws RangeError for an empty or too long one */
  send(chatId: string, message: Omit<Draft, 'products'>): Promise<void>;
  /** Marks a chat as read up to a message, unless it already is. */
  markRead(chatId: string, seq: number): Promise<void>;
  /** The staff's canned replies in their order; none for buyers. */
  replies(): Promise<readonly ChatReply[]>;
  draft(chatId: string): Promise<Draft>;
  saveDraft(chatId: string, draft: Draft): Promise<void>;
  /** Stores a photo for a later message and its upload; returns the path that it will have. */
  addPhoto(chatId: string, image: Blob): Promise<string>;
  /** Deletes a photo that was removed from a draft, unless another tab has sent it meanwhile. */
  removePhoto(path: string): Promise<void>;
  /** A photo on this device; undefined if it must be fetched. */
  photo(path: string): Promise<Blob | undefined>;
}

/** An operation of the outbox as shown. */
export interface OutboxEntry {
  readonly id: string;
  readonly mutation: Mutation;
  readonly createdAtMs: number;
  /** Why the server rejected it; null while it is undecided. */
  readonly rejection: Rejection | null;
}

/** Synchronization of a user's data with the server. */
export interface AccountSyncState {
  /** Device time in ms of the last exchange that reached the server; null if there was none. */
  readonly lastSyncedAtMs: number | null;
  readonly problem: SyncProblem | null;
  /** The server no longer knows the session: operations wait until the user signs in again. */
  readonly needsSignIn: boolean;
  /** How often the rows differed from the server's and were read again. */
  readonly differences?: number;
}

/** The signed-in user's rows on this device, for live queries: each read is one transaction over IndexedDB. */
export interface UserData {
  readonly sub: string;
  readonly chats: ChatData;
  /** In the order in which lines were added. */
  cart(): Promise<readonly CartLineView[]>;
  /** Newest first. */
  orders(): Promise<readonly Order[]>;
  /** Pending and rejected operations, oldest first. */
  outbox(): Promise<readonly OutboxEntry[]>;
  state(): Promise<AccountSyncState>;
  /** Adds a mutation to the outbox, durably: reads show its effect at once. `line`: what is known of a product that is new in the cart. */
  enqueue(mutation: Mutation, line?: KnownLine): Promise<void>;
  /** Enqueues a rejected operation again, unchanged or changed, behind the pending ones. */
  sendAgain(id: string, changed?: Mutation): Promise<void>;
  /** Drops an operation and undoes its effect on this device. */
  discard(id: string): Promise<void>;
  /** Whether the user has signed out and in again, in any tab, since these rows were opened: they then belong to the previous session. */
  isReplaced(): Promise<boolean>;
  /** Calls back once when these rows must no longer be read: the user signed out, or a newer version of the app owns them. */
  onClosed(listener: () => void): void;
  close(): void;
}

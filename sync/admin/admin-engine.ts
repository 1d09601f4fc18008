import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import { encodeRequest } from '#contract/http/codec.ts';
import { ApiError } from '#contract/http/errors.ts';
import { verifyToken } from '#contract/http/admin.ts';
import { getOwnAccess } from '#contract/http/administrators.ts';
import type { OwnAccess } from '#contract/http/administrators.ts';
import { isAllowed } from '#contract/account/roles.ts';
import { importImage } from '#contract/http/image-downloads.ts';
import { fetchLinkedImage } from '#contract/http/images.ts';
import type { ShopKey } from '#contract/shops.ts';
import { namedCalls } from '../api/calls.ts';
import type { CallResult } from '../api/calls.ts';
import { readMeta } from '../database/meta-table.ts';
import { createApiClient } from '../server/api-client.ts';
import type { ApiClient } from '../server/api-client.ts';
import type { Clocks } from '../server/clocks.ts';
import { toCallResult } from '../server/call-result.ts';
import type { TabChannel } from '../tabs/tab-channel.ts';
import { createLeader } from '../tabs/leader.ts';
import type { Leader, LockRequester } from '../tabs/leader.ts';
import * as adminEndpoints from '../api/admin-endpoints.ts';
import type { AdminApi, AdminCallOptions, AdminCalls, AdminEvent, TokenState } from '../api/admin-api.ts';
import { rejectWaiting } from './outbox/apply-decision.ts';
import type { AdminDatabaseOptions } from './store/admin-database.ts';
import { TokenRevocation } from './token-revocation.ts';
import { AdminSession, isUnknownPosition } from './admin-session.ts';
import { AdminStore } from './store/admin-store.ts';
import { deleteOrphanedImages } from './store/local-images.ts';
import { pullEpoch } from './store/pull-epoch.ts';
import { pullFigures } from './store/pull-figures.ts';
import { AdminSync } from './admin-sync.ts';
import type { SendForm } from './form-sender.ts';
import { RejectedImageError, sendEditorImage } from './outbox/upload-local-images.ts';

/** A message between the tabs of the administration. */
export type AdminTabMessage =
  | { readonly type: 'heartbeat'; readonly isVisible: boolean }
  | { readonly type: 'event'; readonly event: AdminEvent }
  /** A tab requests a sync now. */
  | { readonly type: 'sync' };

/** The engine's environment, as parameters that tests control. */
export interface AdminDependencies extends Clocks {
  readonly database?: AdminDatabaseOptions;
  readonly channel: TabChannel<AdminTabMessage>;
  /** Missing on insecure pages. */
  readonly locks: LockRequester | undefined;
  /** The server's origin, such as `https://shop.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly sendForm: SendForm;
  readonly connect: (url: string) => WebSocket;
}

const ADMIN_LOCK = 'hexlime-admin';

/** One tab's engine for administrators: its calls and, while it leads, the sync for all tabs. */
export class AdminEngine implements AdminApi {
  readonly calls: AdminCalls = namedCalls((name, input, options) =>
    // oxlint-disable-next-line import/namespace -- the compiler checks the names
    toCallResult(this.#call(adminEndpoints[name], input, options)),
  );
  readonly #dependencies: AdminDependencies;
  readonly #client: ApiClient;
  readonly #store: AdminStore;
  readonly #session: AdminSession;
  readonly #tokenRevocation: TokenRevocation;
  readonly #listeners = new Set<(event: AdminEvent) => void>();
  readonly #closed = new AbortController();
  readonly #leader: Leader | undefined;
  #sync: AdminSync | undefined;
  /** Lets another tab lead, if there is one. */
  #handOver: (() => void) | undefined;
  #isVisible = true;

  constructor(dependencies: AdminDependencies) {
    this.#dependencies = dependencies;
    const { origin, sendForm, channel, locks, monotonicNow } = dependencies;
    this.#client = createApiClient(origin, dependencies.fetch);
    this.#store = new AdminStore({ ...dependencies.database, onSilent: () => this.#handOver?.() });
    this.#session = new AdminSession({
      client: this.#client,
      origin,
      sendForm,
      onEnded: (error) => {
        if (error.code === 'access-revoked') void this.#rejectWork(error);
        else this.#emit({ type: 'token-ended' });
      },
      onRoleNeeded: () => this.#emit({ type: 'role-needed' }),
      readPosition: () => this.#store.run((database) => readMeta(database, 'position')),
    });
    this.#tokenRevocation = new TokenRevocation(this.#store, this.#client, locks);
    channel.receive((message) => {
      if (message.type === 'heartbeat') this.#leader?.receiveHeartbeat(message.isVisible);
      else if (message.type === 'sync') this.#sync?.wake();
      else this.#notify(message.event);
    });
    if (!locks) void this.#lead(this.#closed.signal);
    else
      this.#leader = createLeader({
        name: ADMIN_LOCK,
        locks,
        now: monotonicNow,
        isVisible: () => this.#isVisible,
        sendHeartbeat: (isVisible) => channel.send({ type: 'heartbeat', isVisible }),
        onLead: (signal) => this.#lead(signal),
        onFailure: () => undefined,
      });
  }

  async setToken(token: string | null): Promise<void> {
    if (this.#session.setToken(token)) this.#sync?.changeToken();
  }

  verify(token: string): Promise<CallResult<TokenState>> {
    return toCallResult(this.#findTokenState(token));
  }

  async logout(token: string): Promise<void> {
    if (this.#session.token === token) await this.setToken(null);
    // A storage failure must not keep the token alive.
    await this.#tokenRevocation.request(token).catch(() => this.#tokenRevocation.end(token).catch(() => undefined));
    await this.#store.forgetServerData().catch(() => undefined);
    await this.#tokenRevocation.send().catch(() => undefined);
  }

  async getOwnAccess(): Promise<CallResult<OwnAccess>> {
    const result = await toCallResult(this.#session.call(getOwnAccess, {}));
    if (result.ok) {
      const { roles, isNameless } = result.value;
      this.#sync?.setOrdersAllowed(isNameless || isAllowed(roles, 'orders'));
    }
    return result;
  }

  async sync(): Promise<void> {
    this.#dependencies.channel.send({ type: 'sync' });
    this.#sync?.wake();
  }

  refreshFigures(): Promise<CallResult<undefined>> {
    return toCallResult(pullFigures(this.#store, this.#session, this.#dependencies.now));
  }

  async setVisible(isVisible: boolean): Promise<void> {
    this.#isVisible = isVisible;
    if (isVisible) await this.sync();
  }

  fetchLinkedImage(url: string): Promise<CallResult<Blob>> {
    const request = encodeRequest(fetchLinkedImage, { body: { url } });
    return toCallResult(this.#atPosition(() => this.#session.fetchImage(request)));
  }

  uploadEditorImage(shop: ShopKey, id: number, imageId: string): Promise<CallResult<string>> {
    const tools = { session: this.#session, emit: this.#emit, signal: this.#closed.signal };
    const send = async (): Promise<string> => {
      const [image] = await this.#store.listImages([imageId]);
      if (!image) throw new RangeError('the image is not on this device');
      return sendEditorImage(image, shop, id, tools);
    };
    return toCallResult(
      this.#atPosition(send).catch((error: unknown) => {
        throw error instanceof RejectedImageError ? error.rejection : error;
      }),
    );
  }

  importImage(shop: ShopKey, path: string, image: Blob): Promise<CallResult<boolean>> {
    const form = new FormData();
    form.append('path', path);
    form.append('image', image, 'image');
    const options = { signal: this.#closed.signal, idempotencyKey: crypto.randomUUID(), onProgress: () => undefined };
    const send = () => this.#session.sendForm(importImage, { query: { shop } }, form, options);
    return toCallResult(this.#atPosition(send).then(({ isNew }) => isNew));
  }

  async subscribe(listener: (event: AdminEvent) => void): Promise<void> {
    this.#listeners.add(listener);
  }

  close(): void {
    this.#closed.abort();
    this.#leader?.close();
    this.#sync?.stop();
    this.#session.setToken(null);
    this.#dependencies.channel.close();
    this.#store.close();
  }

  /** Calls with the token of an unfinished login if it is given, without a token where anyone may call, or else with the session's. */
  #call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    { token, ...keyed }: AdminCallOptions = {},
  ): Promise<EndpointReply<E>> {
    const options = { ...keyed, priority: 'high' } as const;
    if (token !== undefined)
      return this.#client.call(endpoint, input, { ...options, headers: { authorization: `Bearer ${token}` } });
    if (endpoint.access === 'visitor' && !endpoint.takesToken) return this.#client.call(endpoint, input, options);
    return this.#atPosition(() => this.#session.call(endpoint, input, options));
  }

  /** Runs a call that a person waits for, and once more if the device had to learn of a new epoch first. */
  #atPosition<T>(call: () => Promise<T>): Promise<T> {
    return call().catch(async (error: unknown) => {
      if (!isUnknownPosition(error)) throw error;
      await pullEpoch({ store: this.#store, session: this.#session, signal: this.#closed.signal });
      return call();
    });
  }

  async #findTokenState(token: string): Promise<TokenState> {
    const { valid } = await this.#client.call(verifyToken, { body: { token } }, { priority: 'high' });
    if (valid) return 'valid';
    const headers = { authorization: `Bearer ${token}` };
    const error: unknown = await this.#client.call(getOwnAccess, {}, { headers }).catch((cause: unknown) => cause);
    if (!(error instanceof ApiError) || error.code !== 'access-revoked') return 'unknown';
    await this.#rejectWork(error);
    return 'revoked';
  }

  /** Rejects the waiting operations of a revoked administrator: no later login may send them. Deletes buyers' orders and the server's figures. */
  async #rejectWork({ code, message: detail }: ApiError): Promise<void> {
    const rejection = { code, detail, current: undefined, errors: [], imageId: null };
    const rejected = await rejectWaiting(this.#store, rejection).catch(() => []);
    for (const { number: op, operation } of rejected)
      this.#emit({ type: 'decided', op, operation, outcome: 'rejected', product: null, rejection });
    await this.#store.forgetServerData().catch(() => undefined);
    this.#emit({ type: 'access-revoked' });
  }

  /** Does the work of a leader until the signal aborts, or another tab is to lead. */
  async #lead(signal: AbortSignal): Promise<void> {
    const ended = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    if (this.#leader) this.#handOver = () => ended.resolve();
    await this.#store
      .write((database) => deleteOrphanedImages(database, this.#dependencies.now()))
      .catch(() => undefined);
    if (signal.aborted) return;
    const sync = new AdminSync({
      ...this.#dependencies,
      store: this.#store,
      session: this.#session,
      tokenRevocation: this.#tokenRevocation,
      emit: this.#emit,
      isVisible: () => this.#isVisible,
    });
    this.#sync = sync;
    await ended.promise;
    sync.stop();
    this.#sync = undefined;
  }

  readonly #emit = (event: AdminEvent): void => {
    this.#notify(event);
    if (!this.#closed.signal.aborted) this.#dependencies.channel.send({ type: 'event', event });
  };

  #notify(event: AdminEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { TabMessage } from '../../tabs/tab-channel.ts';
import type { BackgroundAccess } from '../background-access.ts';
import type { SyncStatus } from '../../api/engine-api.ts';
import type { TabContext } from '../tab-context.ts';

type Receivers = {
  readonly [Type in TabMessage['type']]: (message: Extract<TabMessage, { readonly type: Type }>) => void;
};

/** Follows the other tabs of the device: the leader's writes and status, and the shops opened, sign-ins and requests in any tab. */
export class TabFollower {
  readonly #tab: TabContext;
  readonly #background: BackgroundAccess;

  constructor(tab: TabContext, background: BackgroundAccess) {
    this.#tab = tab;
    this.#background = background;
    const { account, environment, tabState } = tab;
    const receivers: Receivers = {
      heartbeat: ({ isVisible }) => background.leaderSync?.receiveHeartbeat(isVisible),
      changed: ({ shop }) => void this.#follow(shop),
      status: ({ status }) => this.#showLeaderStatus(status),
      opened: ({ shop }) => {
        tabState.opened.add(shop);
        background.leaderSync?.followShop(shop);
      },
      session: ({ sub }) => void this.#followSession(sub),
      account: () => void this.#followAccount(),
      up: ({ message }) => background.leaderSync?.send(message),
      typing: (message) => account.ifLoaded((opened) => opened.receiveTyping(message)),
      refresh: () => background.leaderSync?.wake(),
    };
    // Messages of other builds may be unknown here.
    environment.channel.receive((message) =>
      (receivers[message.type] as ((message: TabMessage) => void) | undefined)?.(message),
    );
  }

  /** Reads what the leader has written while this tab may have missed its messages. */
  followAll(): void {
    for (const shop of SHOP_KEYS) void this.#follow(shop);
  }

  /** Reads what the leader has written to a shop that this tab holds. */
  async #follow(shop: ShopKey): Promise<void> {
    const { board, catalogs, showChanged } = this.#tab;
    if (this.#background.leaderSync?.isWriting || !catalogs.has(shop)) return;
    try {
      if (await catalogs.catchUp(shop)) showChanged(shop);
    } catch {
      // The storage failed this time; the leader's next change is read together with this one.
      board.update(shop, { problem: 'device-error' });
    }
  }

  async #followSession(sub: string | null): Promise<void> {
    const { account } = this.#tab;
    this.#background.leaderSync?.renewSocket();
    if (sub === null) account.ifLoaded((opened) => void opened.followSession(null));
    // The code cannot be loaded without network; the page names its user again later.
    else
      await account.get().then(
        (opened) => opened.followSession(sub),
        () => undefined,
      );
  }

  /** The leader sends for all tabs, and loads the account's code for that once one of them has loaded it. */
  async #followAccount(): Promise<void> {
    // A failed load is repeated when another tab loads the account, or when the session changes.
    if (this.#background.leaderSync?.isLeading) await this.#tab.account.get().catch(() => undefined);
  }

  /** Shows the leader's status in a tab that reads what the leader writes. */
  #showLeaderStatus(status: SyncStatus): void {
    const { board } = this.#tab;
    const { storage, catalogue } = board.get(status.shop);
    if (this.#background.leaderSync?.isWriting || storage === 'memory' || storage === 'outdated') return;
    // What this tab holds in memory is not what the leader holds.
    const isHeld = catalogue === 'partial' || catalogue === 'ready';
    board.update(status.shop, { ...status, isLeader: false, ...(isHeld && { catalogue }) });
  }
}

import type { DetailChoice } from '#contract/service-worker/data-use.ts';
import type { PullLimits } from '../catalog/pull/pull-context.ts';
import type { FirstScreenStore } from '../first-screens/first-screen-store.ts';
import type { LockRequester } from '../tabs/leader.ts';
import type { TabChannel } from '../tabs/tab-channel.ts';

/** What the browser gives to a tab's engine, as parameters that tests control. */
export interface Environment {
  readonly channel: TabChannel;
  /** Missing on insecure pages. */
  readonly locks: LockRequester | undefined;
  /** The server's origin, such as `https://shop.example`. */
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly connect: (url: string) => WebSocket;
  /** Wall time in ms, for display. */
  readonly now: () => number;
  /** Monotonic time in ms, for delays. */
  readonly monotonicNow: () => number;
  readonly random: () => number;
  /** Deletes the images cached by the service worker; returns false if there are none. */
  readonly dropImages: () => Promise<boolean>;
  /** Stores first screens for the service worker to draw. */
  readonly firstScreens: FirstScreenStore;
  /** The product's limits if left out. */
  readonly pullLimits?: PullLimits;
  /** The visitor saves data: only opened shops are fetched. */
  readonly savesData: boolean;
  /** When descriptions are downloaded ahead, until the page names the visitor's choice. */
  readonly detailChoice?: DetailChoice;
  /** Whether the present network is one on which data is to be spared. */
  readonly isMobileData?: () => boolean;
}

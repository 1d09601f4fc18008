import type * as errors from './en/errors.ts';
import type * as terms from './en/terms.ts';
import type * as admin from './en/admin.ts';
import type * as adminAudit from './en/admin-audit.ts';
import type * as adminLabels from './en/admin-labels.ts';
import type * as adminInsights from './en/admin-insights.ts';
import type * as adminList from './en/admin-list.ts';
import type * as adminOrders from './en/admin-orders.ts';
import type * as adminReplies from './en/admin-replies.ts';
import type * as adminShop from './en/admin-shop.ts';
import type * as adminProblems from './en/admin-problems.ts';
import type * as adminTransfer from './en/admin-transfer.ts';
import type * as administrators from './en/administrators.ts';
import type * as firstSteps from './en/first-steps.ts';
import type * as account from './en/account.ts';
import type * as amounts from './en/amounts.ts';
import type * as builds from './en/builds.ts';
import type * as cart from './en/cart.ts';
import type * as catalog from './en/catalog.ts';
import type * as chat from './en/chat.ts';
import type * as chatList from './en/chat-list.ts';
import type * as chatProducts from './en/chat-products.ts';
import type * as chatReplies from './en/chat-replies.ts';
import type * as checkout from './en/checkout.ts';
import type * as compare from './en/compare.ts';
import type * as firstScreen from './en/first-screen.ts';
import type * as frame from './en/frame.ts';
import type * as language from './en/language.ts';
import type * as manifest from './en/manifest.ts';
import type * as notices from './en/notices.ts';
import type * as notifications from './en/notifications.ts';
import type * as offlineUse from './en/offline-use.ts';
import type * as orderPage from './en/order-page.ts';
import type * as orders from './en/orders.ts';
import type * as privacy from './en/privacy.ts';
import type * as product from './en/product.ts';
import type * as scanner from './en/scanner.ts';
import type * as sessions from './en/sessions.ts';
import type * as states from './en/states.ts';
import type * as storage from './en/storage.ts';
import type * as syncCentre from './en/sync-centre.ts';
import type * as wishList from './en/wish-list.ts';
import type * as watch from './en/watch.ts';

/** Texts of documents that the server and the service worker render. */
export type FirstScreenTexts = Pick<typeof firstScreen, 'messages'> & Pick<typeof states, 'emptyMessages'>;

/** Texts of the web app manifests, which the build writes. */
export type ManifestTexts = Pick<typeof firstScreen, 'messages'> &
  Pick<typeof admin, 'adminMessages'> &
  typeof manifest;

/** Texts of the shops. */
export type ShopTexts = typeof account &
  typeof amounts &
  typeof builds &
  typeof cart &
  typeof catalog &
  typeof chat &
  typeof chatList &
  typeof chatProducts &
  typeof chatReplies &
  typeof checkout &
  typeof compare &
  typeof firstScreen &
  typeof frame &
  typeof language &
  typeof notices &
  typeof notifications &
  typeof offlineUse &
  typeof orderPage &
  typeof orders &
  typeof privacy &
  typeof product &
  typeof scanner &
  typeof sessions &
  typeof states &
  typeof storage &
  typeof syncCentre &
  typeof errors &
  typeof terms &
  typeof watch &
  typeof wishList;

/** Texts of the administration, which shows parts of the shops, too. */
export type AdministrationTexts = ShopTexts &
  typeof admin &
  typeof adminAudit &
  typeof adminLabels &
  typeof adminInsights &
  typeof adminList &
  typeof adminOrders &
  typeof adminReplies &
  typeof adminShop &
  typeof adminProblems &
  typeof adminTransfer &
  typeof administrators &
  typeof firstSteps;

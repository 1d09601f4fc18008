import type { ShopTexts } from '../../packs.ts';
import * as account from '../account.ts';
import * as amounts from '../amounts.ts';
import * as builds from '../builds.ts';
import * as cart from '../cart.ts';
import * as catalog from '../catalog.ts';
import * as chat from '../chat.ts';
import * as chatList from '../chat-list.ts';
import * as chatProducts from '../chat-products.ts';
import * as chatReplies from '../chat-replies.ts';
import * as checkout from '../checkout.ts';
import * as compare from '../compare.ts';
import * as errors from '../errors.ts';
import * as firstScreen from '../first-screen.ts';
import * as frame from '../frame.ts';
import * as language from '../language.ts';
import * as notices from '../notices.ts';
import * as notifications from '../notifications.ts';
import * as offlineUse from '../offline-use.ts';
import * as orderPage from '../order-page.ts';
import * as orders from '../orders.ts';
import * as privacy from '../privacy.ts';
import * as product from '../product.ts';
import * as scanner from '../scanner.ts';
import * as sessions from '../sessions.ts';
import * as states from '../states.ts';
import * as storage from '../storage.ts';
import * as syncCentre from '../sync-centre.ts';
import * as terms from '../terms.ts';
import * as watch from '../watch.ts';
import * as wishList from '../wish-list.ts';

export const texts: ShopTexts = {
  ...account,
  ...amounts,
  ...builds,
  ...cart,
  ...catalog,
  ...chat,
  ...chatList,
  ...chatProducts,
  ...chatReplies,
  ...checkout,
  ...compare,
  ...errors,
  ...firstScreen,
  ...frame,
  ...language,
  ...notices,
  ...notifications,
  ...offlineUse,
  ...orderPage,
  ...orders,
  ...privacy,
  ...product,
  ...scanner,
  ...sessions,
  ...states,
  ...storage,
  ...syncCentre,
  ...terms,
  ...watch,
  ...wishList,
};

import type * as firstScreen from './en/first-screen.ts';
import type * as states from './en/states.ts';
import type * as watch from './en/watch.ts';

/** Texts of documents that the server and the service worker render. */
export type FirstScreenTexts = Pick<typeof firstScreen, 'messages'> & Pick<typeof states, 'emptyMessages'>;

/** Texts of the shops. */
export type ShopTexts = typeof firstScreen & typeof states & typeof watch;

/** Texts of the administration, which shows parts of the shops, too. */
export type AdministrationTexts = ShopTexts;

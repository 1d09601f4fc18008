import type { ManifestOptions } from 'vite-plugin-pwa';
import { accountTabPath, CHATS_PATH } from '#contract/screens/screens.ts';
import { SHARE_QUERY } from '#contract/service-worker/share-query.ts';
import { SHOPS } from '#contract/shops.ts';
import { manifestMessages } from '#pwa/messages/en/manifest.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { shopName } from '#pwa/messages/shop.ts';
import { currentLanguage } from '#pwa/messages/localized.ts';

/** Creates the web app manifest in the current language: name, colors, icons, shortcuts. */
export function webManifest(): Partial<ManifestOptions> {
  return {
    id: '/',
    name: shopName(),
    short_name: shopName(),
    description: manifestMessages.description,
    lang: currentLanguage(),
    dir: 'ltr',
    scope: '/',
    start_url: '/',
    display: 'standalone',
    background_color: '#f7f8f3',
    theme_color: '#f7f8f3',
    categories: ['shopping'],
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: manifestMessages.cart, url: accountTabPath('cart') },
      { name: manifestMessages.orders, url: accountTabPath('orders') },
      { name: manifestMessages.chats, url: CHATS_PATH },
      ...SHOPS.map((shop) => ({ name: messages.shops[shop.key], url: shop.path })),
    ].map((shortcut) => ({
      ...shortcut,
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
    // A link or text shared by another app becomes a search. A GET has this encoding only, and browsers warn without it.
    share_target: { action: '/', method: 'GET', enctype: 'application/x-www-form-urlencoded', params: SHARE_QUERY },
    screenshots: [
      {
        src: '/screenshots/narrow.png',
        sizes: '780x1688',
        type: 'image/png',
        form_factor: 'narrow',
        label: manifestMessages.narrowScreenshot,
      },
      {
        src: '/screenshots/wide.png',
        sizes: '1440x900',
        type: 'image/png',
        form_factor: 'wide',
        label: manifestMessages.wideScreenshot,
      },
    ],
  };
}

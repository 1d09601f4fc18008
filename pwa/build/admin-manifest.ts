import type { ManifestOptions } from 'vite-plugin-pwa';
import { SHOPS } from '#contract/shops.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { shopName } from '#pwa/messages/shop.ts';
import { currentLanguage } from '#pwa/messages/localized.ts';
import { SHARE_FIELD, SHARE_PATH } from '#contract/service-worker/share-target.ts';

/** Image types that the server accepts, with their file extensions. */
const IMAGE_FILES = { 'image/jpeg': ['.jpg', '.jpeg'], 'image/png': ['.png'], 'image/webp': ['.webp'] };

/** Creates the manifest of the installed administration in the current language; it accepts shared and opened image files. */
export function adminManifest(): Partial<ManifestOptions> {
  const [first] = SHOPS;
  return {
    id: '/admin',
    name: `${shopName()} ${adminMessages.manifest.name}`,
    short_name: adminMessages.manifest.name,
    description: adminMessages.manifest.description,
    lang: currentLanguage(),
    dir: 'ltr',
    scope: '/',
    start_url: first.adminPath,
    display: 'standalone',
    background_color: '#f7f8f3',
    theme_color: '#f7f8f3',
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: SHOPS.map((shop) => ({
      name: messages.shops[shop.key],
      url: shop.adminPath,
      icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: SHARE_FIELD, accept: Object.keys(IMAGE_FILES) }] },
    },
    file_handlers: [
      {
        action: first.adminPath,
        accept: IMAGE_FILES,
      },
    ],
  };
}

import { useEffect, useSyncExternalStore } from 'react';
import type { ShopSettings, ShopText } from '#contract/http/shop-settings.ts';
import { currentLanguage } from '#pwa/messages/localized.ts';
import { useSync } from '../engine/use-sync.ts';
import { createStoredValue } from './stored-value.ts';
import { isObject, parseVersioned } from './parse-versioned.ts';

/** Incremented when the stored format changes. */
const VERSION = 1;

/** What the shop last said of itself, for a page without a network. */
const stored = createStoredValue<ShopSettings>({
  key: 'shop-settings',
  parse: (text) => {
    const { fields, ...state } = parseVersioned(text, VERSION);
    return { value: isObject(fields?.['settings']) ? fields['settings'] : {}, ...state };
  },
  format: (settings) => (Object.keys(settings).length === 0 ? '' : JSON.stringify({ version: VERSION, settings })),
});

let isAsked = false;

/** Returns what the shop says of itself: as this device knows it, and as the server says once a page. */
export function useShopSettings(): ShopSettings {
  const { engine } = useSync();
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    engine.shopSettings().then(
      (settings) => stored.update(() => settings),
      // Without the server what is known stands; the next part that needs it asks again.
      () => (isAsked = false),
    );
  }, [engine]);
  return useSyncExternalStore(stored.subscribe, stored.get);
}

/** Returns a text of the shop in the language of the interface, else in English; undefined if there is none. */
export function readShopText(text: ShopText | undefined): string | undefined {
  const known: Readonly<Record<string, string | undefined>> = isObject(text) ? (text as ShopText) : {};
  return known[currentLanguage()] ?? known['en'];
}

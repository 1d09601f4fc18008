/** Features that a browser supports, by name. */
export type Features = Readonly<Record<string, boolean | string>>;

/** Detects the optional features that the page uses. Runs in a page of the shop, without its closure. */
export async function probeFeatures(): Promise<Features> {
  const registration = await navigator.serviceWorker.ready;
  const { storage } = navigator as { storage?: StorageManager };
  const quota = (await storage?.estimate())?.quota;
  const request = indexedDB.open('hexlime-probe');
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('rows'));
  await new Promise((resolve, reject) => {
    request.addEventListener('success', resolve);
    request.addEventListener('error', reject);
  });
  const transaction = request.result.transaction('rows', 'readwrite', { durability: 'strict' });
  const durability = transaction.durability ?? 'unknown';
  transaction.abort();
  request.result.close();
  indexedDB.deleteDatabase('hexlime-probe');
  return {
    'Service worker': registration.active !== null,
    'Web Locks': 'locks' in navigator,
    BroadcastChannel: 'BroadcastChannel' in globalThis,
    'Background Sync': 'sync' in registration,
    Push: 'pushManager' in registration,
    Notifications: 'Notification' in globalThis,
    'App badge': 'setAppBadge' in navigator,
    'Installation offered by the page (`beforeinstallprompt`)': 'onbeforeinstallprompt' in globalThis,
    'Opened files (`launchQueue`)': 'launchQueue' in globalThis,
    'Share sheet (`navigator.share`)': 'share' in navigator,
    'IndexedDB durability asked for as `strict`': durability,
    '`storage.estimate`': quota !== undefined && quota > 0,
    '`storage.persist`': storage !== undefined && 'persist' in storage,
    'Trusted Types': 'trustedTypes' in globalThis,
    'Compression streams': 'CompressionStream' in globalThis,
    '`createImageBitmap`': 'createImageBitmap' in globalThis,
    'View transitions': 'startViewTransition' in document,
    '`dialog closedby`': 'closedBy' in HTMLDialogElement.prototype,
    'Popover attribute': 'popover' in HTMLElement.prototype,
    '`requestIdleCallback`': 'requestIdleCallback' in globalThis,
    '`scheduler.yield`': 'scheduler' in globalThis,
    '`Intl.Segmenter`': 'Segmenter' in Intl,
    '`Promise.withResolvers`': 'withResolvers' in Promise,
    '`AbortSignal.any`': 'any' in AbortSignal,
    '`connection.saveData`': 'connection' in navigator,
    'CSS `:has()`': CSS.supports('selector(:has(a))'),
    'CSS `color-mix()`': CSS.supports('color', 'color-mix(in srgb, red, blue)'),
    'CSS container queries': CSS.supports('container-type', 'inline-size'),
    'CSS `content-visibility`': CSS.supports('content-visibility', 'auto'),
    'CSS `scrollbar-gutter`': CSS.supports('scrollbar-gutter', 'stable'),
    'CSS `text-wrap: balance`': CSS.supports('text-wrap', 'balance'),
    'CSS `dvh`': CSS.supports('height', '1dvh'),
  };
}

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { signInBuyer, startOrderApp } from '#api/testing/apps/order-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { json, send } from '#api/testing/clients/send.ts';
import { createPasskeyCreation } from '#api/identity/administrators/webauthn.ts';
import { renderLetter } from '#api/mail/render-letter.ts';
import { localeOf } from '#api/messages/locale.ts';
import type { ShopSettingsChanges } from '#contract/http/shop-settings-changes.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { DEFAULT_NAME } from '#contract/shop-settings/default-shop.ts';
import type { Cents } from '#contract/money/money.ts';
import { readShopDocument } from '#contract/shop-settings/shop-document.ts';
import { adminManifest } from '#pwa/build/admin-manifest.ts';
import { listManifests } from '#pwa/build/manifest-languages.ts';
import { webManifest } from '#pwa/build/web-manifest.ts';
import { LabelSheetView } from '#pwa/features/admin-labels/label-sheet-view.tsx';
import { LABEL_SHEETS } from '#pwa/features/admin-labels/label-sheets.ts';
import { Invoice } from '#pwa/features/orders/invoice.tsx';
import { createOrder } from '#pwa/features/orders/testing/order.ts';
import { DeviceTable } from '#pwa/features/privacy/kept-data.tsx';
import * as firstScreen from '#pwa/first-screen/render.tsx';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { installMessages } from '#pwa/messages/en/offline-use.ts';
import { inShop } from '#pwa/messages/shop.ts';
import { answerNavigation } from '#pwa/service-worker/answer-navigation.ts';
import { showPushNotification } from '#pwa/service-worker/push-notifications.ts';
import { MemoryCaches } from '#pwa/service-worker/testing/memory-caches.ts';
import { AdminBrowser } from './admin-browser.ts';

/** Long enough for the pause after a lost call. */
const WAIT = { timeout: 30_000, interval: 50 };
const PASSWORD = 'a long enough password';
const NAME = 'Ёлочка-электроника и компьютеры на Садовой';
const SHORT_NAME = 'Ёлочка-электроника';
const CONTACT = 'hello@yolochka.example';
const CHANGES: ShopSettingsChanges = {
  name: NAME,
  accent: '#1e3a8a',
  contact: { en: CONTACT },
  legal: { en: 'Yolochka LLC' },
  disclosure: { en: 'We earn from links.' },
};
const ROOT = join(import.meta.dirname, '..', '..', '..');

let folder: string;
let app: TestApp;
let browser: AdminBrowser;
let shop: ShopSettings;

/** Writes a page folder with the documents, the manifests, and the renderer as its source is. */
async function makePage(): Promise<string> {
  const page = join(folder, 'page');
  await mkdir(join(page, 'server'), { recursive: true });
  for (const name of ['index.html', 'admin.html'])
    await writeFile(join(page, name), await readFile(join(ROOT, 'pwa', name)));
  for (const name of listManifests('manifest')) await writeFile(join(page, name), JSON.stringify(webManifest()));
  for (const name of listManifests('admin')) await writeFile(join(page, name), JSON.stringify(adminManifest()));
  await writeFile(join(page, 'package.json'), '{"type":"module"}');
  const names = Object.keys(firstScreen).join(', ');
  await writeFile(join(page, 'server', 'first-screen.js'), `export const { ${names} } = globalThis.firstScreen;`);
  return page;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-face-'));
  vi.stubGlobal('firstScreen', firstScreen);
  vi.stubGlobal('location', { origin: 'https://shop.example' });
  app = await startOrderApp(10, { env: { ADMIN_PASSWORD: PASSWORD, PAGE_DIR: await makePage() } });
  await app.context.products.saveProducts('default', [
    { fields: { title: 'Lamp', main_category: 'A', category: 'B' } },
  ]);
  const buyer = await signInBuyer(app, 'alice');
  await buyer.buy();

  // The owner changes the settings without a network; the changes are sent once there is one.
  browser = new AdminBrowser(() => app.url);
  const tab = browser.openTab(null);
  const entered = await tab.engine.calls.login({ body: { password: PASSWORD } });
  if (!entered.ok) throw new Error(entered.problem);
  await tab.engine.setToken(entered.value.token);
  await vi.waitFor(async () => expect((await browser.data.state()).lastSyncedAtMs).not.toBeNull(), WAIT);
  browser.isOnline = false;
  await browser.data.enqueue({ kind: 'changeShopSettings', changes: { ...CHANGES, name: 'Typo' } });
  await browser.data.enqueue({ kind: 'changeShopSettings', changes: { name: NAME } });
  await tab.engine.sync();
  expect(await browser.data.outbox()).toHaveLength(2);
  expect(app.context.shop.name()).toBe(DEFAULT_NAME);
  browser.isOnline = true;
  await tab.engine.sync();
  await vi.waitFor(async () => expect(await browser.data.outbox()).toEqual([]), WAIT);
  shop = json(await send(app.url, '/api/shop-settings'));
  // Leaves time for the processes that draw icons, and for an operation that is retried.
}, 60_000);
afterAll(async () => {
  browser.close();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
  vi.unstubAllGlobals();
});

const get = async (path: string, language = 'en'): Promise<string> =>
  (await send(app.url, path, { headers: { 'accept-language': language, accept: 'text/html' } })).body.toString();

/** Returns a document of the service worker, whose stored template is that of the default shop. */
async function fromDevice(path: string): Promise<string> {
  const stored = await readFile(join(ROOT, 'pwa/index.html'), 'utf8');
  const answer = await answerNavigation(new URL(path, app.url), {
    ...firstScreen,
    caches: new MemoryCaches() as unknown as CacheStorage,
    readLanguage: async () => 'en',
    readNotedShop: async () => shop,
    loadTemplate: async () => new Response(stored),
  });
  return answer.text();
}

const letters = async (language: string): Promise<string> => {
  const order = await app.context.database.reader.selectFrom('purchase').selectAll().executeTakeFirstOrThrow();
  const { accent } = app.context.shop.current();
  const place = { name: app.context.shop.name(), accent, origin: 'https://shop.example' };
  return (['placed', 'paid', 'sent'] as const)
    .map((kind) => JSON.stringify(renderLetter(kind, { ...order, language } as never, place)))
    .join('\n');
};
const inThisShop =
  (render: () => string): (() => string) =>
  () =>
    inShop(shop, render);
const label = { id: 1, title: 'Lamp', price: 100 as Cents, condition: null, link: 'https://shop.example' };

/** Every place where people read what the shop is called or who runs it, with the text that it must contain. */
const PLACES: Readonly<Record<string, [render: () => string | Promise<string>, name: string]>> = {
  'a start screen': [() => get('/'), `<title>Open Box Store · ${NAME}</title>`],
  'a start screen in Russian': [() => get('/', 'ru'), NAME],
  'its bar': [() => get('/pcshop'), `>${SHORT_NAME}</span>`],
  'its footer': [() => get('/pcshop'), CONTACT],
  'its preview in a chat': [() => get('/pcshop'), `property="og:site_name" content="${NAME}"`],
  'its preview’s image': [() => get('/pcshop'), 'icon-512.png" />'.replace('" />', '">')],
  'its data for search engines': [() => get('/'), `"name":"${NAME}"`],
  'the referral shop': [() => get('/refferals'), 'We earn from links.'],
  'a list': [() => get('/refferals?main=A'), `<title>A · ${NAME}</title>`],
  'a product': [() => get('/refferals?product=1'), `<title>Lamp · ${NAME}</title>`],
  'a screen that is not drawn beforehand': [() => get('/account'), `<title>${NAME}</title>`],
  'a page that does not exist': [() => get('/nowhere'), `<title>${NAME}</title>`],
  'the administration': [() => get('/admin'), `"name":"${NAME}"`],
  'a first screen of the service worker': [() => fromDevice('/pcshop'), `<title>PC shop · ${NAME}</title>`],
  'another screen of the service worker': [() => fromDevice('/account'), `<title>${NAME}</title>`],
  'the manifest': [() => get('/manifest.webmanifest'), `"name":"${NAME}","short_name":"${SHORT_NAME}"`],
  'the manifest in Russian': [() => get('/manifest.ru.webmanifest'), `"name":"${NAME}"`],
  'the administration’s manifest': [() => get('/admin.webmanifest'), `"name":"${NAME} Admin"`],
  'the administration’s manifest in Russian': [() => get('/admin.ru.webmanifest'), `"name":"${NAME} `],
  'the description of all calls': [() => get('/api/openapi.json'), NAME],
  'its page': [() => get('/api/docs'), NAME],
  'e-mails': [() => letters('en'), NAME],
  'the button of e-mails': [() => letters('en'), 'background: #1e3a8a; color: #ffffff'],
  'e-mails in Russian': [() => letters('ru'), NAME],
  'a passkey': [
    async () =>
      JSON.stringify(
        await createPasskeyCreation(
          { id: 'a', origins: [] } as never,
          app.context.shop.name(),
          { id: 'b', name: 'B' },
          [],
        ),
      ),
    `"name":"${NAME}"`,
  ],
  'an invoice': [
    inThisShop(() => renderToStaticMarkup(createElement(Invoice, { order: createOrder({}), buyer: 'Alice' }))),
    NAME,
  ],
  'its contact and legal line': [
    inThisShop(() => renderToStaticMarkup(createElement(Invoice, { order: createOrder({}), buyer: 'Alice' }))),
    `Yolochka LLC</p><p dir="auto">${CONTACT}`,
  ],
  'a shelf label': [
    inThisShop(() =>
      renderToStaticMarkup(createElement(LabelSheetView, { sheet: LABEL_SHEETS[0], labels: [label], number: 1 })),
    ),
    SHORT_NAME,
  ],
  'the help to install': [inThisShop(() => installMessages.title), NAME],
  'recovery codes': [inThisShop(() => administratorMessages.codes.fileHead), NAME],
};

it.each(Object.entries(PLACES))(
  '[ADM21] %s: says the name that the owner gave the shop, and no other',
  async (_, [render, name]) => {
    const text = await render();
    expect(text).toContain(name);
    expect(text).not.toContain(DEFAULT_NAME);
  },
);

it.each([
  ['the list for search engines', () => get('/sitemap.xml')],
  ['what robots may read', () => get('/robots.txt')],
  ['the page of a call that fails', () => get('/api/nothing')],
  [
    'push messages',
    () =>
      ['en', 'ru']
        .flatMap((language) => Object.values(localeOf(language).texts.push))
        .map((text) => (typeof text === 'function' ? (text as (...args: string[]) => string)('a', 'b', 'c') : text))
        .join('\n'),
  ],
])('[ADM21] %s: names no other shop', async (_, render) => {
  const text = await render();
  expect(text).not.toBe('');
  expect(text).not.toContain(DEFAULT_NAME);
});

it('[ADM21] the list of what a device stores names no other shop', () => {
  const text = renderToStaticMarkup(createElement(DeviceTable));
  expect(text).toContain('<code>catalog</code>');
  expect(text.toLowerCase()).not.toContain(DEFAULT_NAME.toLowerCase());
});

it('[ADM21] a document of a branded shop has its color and its icons, and none of the default’s', async () => {
  for (const text of [await get('/pcshop'), await get('/account'), await get('/admin'), await fromDevice('/pcshop')]) {
    expect(readShopDocument(text)).toEqual(shop);
    expect(shop.css).toContain('--lime:#1e3a8a');
    expect(text).toContain(`<link rel="icon" href="${shop.icons}/icon-192.png" type="image/png" />`);
    expect(text).not.toMatch(/["']\/icons\/(?:icon|apple)/);
  }
  expect(await get('/pcshop')).toContain(`<img src="${shop.mark}"`);
  const { icons, shortcuts, screenshots } = JSON.parse(await get('/manifest.webmanifest')) as {
    icons: { src: string; sizes: string; purpose: string }[];
    shortcuts: { icons: { src: string }[] }[];
    screenshots?: unknown;
  };
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '192x192 maskable',
    '512x512 maskable',
  ]);
  for (const { src } of [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons)])
    expect([src, (await send(app.url, src)).status]).toEqual([expect.stringContaining(shop.icons ?? '?'), 200]);
  expect(screenshots).toBeUndefined();
  const shown: unknown[] = [];
  const registration = { showNotification: async (_: string, options: unknown) => void shown.push(options) };
  const clients = { matchAll: async () => [] } as unknown as Parameters<typeof showPushNotification>[1];
  const message = { title: 'Paid', body: 'Your order is paid', tag: 'order-1', path: '/account' };
  await showPushNotification(registration as unknown as ServiceWorkerRegistration, clients, message, shop);
  expect(shown).toMatchObject([{ icon: `${shop.icons}/icon-192.png` }]);
});

it('[ADM21] texts of the shop are data in a document, whatever is in them', async () => {
  const { key, actor } = { key: undefined, actor: { id: null, name: 'Ann' } };
  const hostile = '</script><!--<img src=x onerror=alert(1)>$&';
  await app.context.shop.change({ changes: { legal: { en: hostile }, name: hostile }, key, actor });
  for (const path of ['/pcshop', '/account', '/admin']) {
    const text = await get(path);
    expect(text).not.toContain('<img src=x');
    expect(readShopDocument(text)).toMatchObject({ name: hostile, legal: { en: hostile } });
  }
});

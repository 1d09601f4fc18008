import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { currentLanguage } from '#pwa/messages/localized.ts';
import type { TextsByName } from '#pwa/messages/localized.ts';
import { SHARE_QUERY } from '#contract/service-worker/share-query.ts';
import { App } from './app/app.tsx';
import { planFirstScreen } from './app/routing/plan-first-screen.ts';
import { restoreBrowseState } from './app/routing/router.ts';
import { watchInstallPrompt } from './app/frame/install-prompt.ts';
import { startLanguage } from './platform/browser/language.ts';
import { navigate } from './platform/browser/navigation.ts';
import { findFirstScreen, matchesPlan } from './platform/engine/first-screen.ts';
import { startServiceWorker } from './platform/service-worker/service-worker-client.ts';
import { startShop } from './platform/storage/shop-settings.ts';
import { startSync } from './platform/engine/sync.ts';
import './styles/tokens.css';
import './styles/reset.css';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

// The worker starts before the first render, so that its first result is already in flight.
watchInstallPrompt();
startShop();
const sync = startSync();
const language = startLanguage(import.meta.glob<TextsByName>('./messages/*/packs/shops.ts', { import: 'texts' }));
const shared = openShared();
if (language || shared) void Promise.allSettled([language, shared]).then(show);
else show();

/** Goes to the page for what the system shared with the installed shop: a title, a text or a link; returns undefined for any other start. */
function openShared(): Promise<void> | undefined {
  if (!location.search.startsWith(`?${SHARE_QUERY.title.slice(0, 7)}`)) return undefined;
  return import('./app/routing/shared-search.ts').then(({ findSharedAddress }) =>
    navigate(findSharedAddress(location.search, location.origin), { replace: true }),
  );
}

function show(): void {
  if (!root) return;
  restoreBrowseState();
  const first = findFirstScreen();
  const app = <App sync={sync} first={first} />;
  const html = document.documentElement;
  const isSameLanguage = html.lang === currentLanguage();
  html.lang = currentLanguage();
  // The document may contain another screen than the one that opens; the screen that opens is then rendered from scratch.
  if (first && isSameLanguage && matchesPlan(first, planFirstScreen(location.pathname, location.search)))
    // A transition hydrates in slices, so that a tap on a part of the page does not wait for the rest.
    startTransition(() => void hydrateRoot(root, app));
  else createRoot(root).render(app);
}

/** The service worker's requests wait for those of the first screen, because they only serve later visits. */
const REGISTER_AFTER_MS = 2_000;
if (import.meta.env.PROD)
  startServiceWorker(
    async () => (await import('./platform/service-worker/register-service-worker.ts')).registerServiceWorker,
    REGISTER_AFTER_MS,
  );

import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { planFirstScreen } from './app/routing/plan-first-screen.ts';
import { restoreBrowseState } from './app/routing/router.ts';
import { findFirstScreen, matchesPlan } from './platform/engine/first-screen.ts';
import { startServiceWorker } from './platform/service-worker/service-worker-client.ts';
import { startSync } from './platform/engine/sync.ts';
import './styles/tokens.css';
import './styles/reset.css';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

// The worker starts before the first render, so that its first result is already in flight.
const sync = startSync();
restoreBrowseState();
const first = findFirstScreen();
const app = <App sync={sync} first={first} />;
// A document of another list, such as the start screen instead of the restored list, is rendered from scratch.
if (first && matchesPlan(first, planFirstScreen(location.pathname, location.search))) hydrateRoot(root, app);
else createRoot(root).render(app);

/** The first screen's requests go first: the service worker's are for later visits. */
const REGISTER_AFTER_MS = 2_000;
if (import.meta.env.PROD) startServiceWorker(REGISTER_AFTER_MS);

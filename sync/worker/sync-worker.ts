import './warm-up-storage.ts';
import * as Comlink from 'comlink';
import { IMAGE_CACHE } from '#contract/image-cache.ts';
import { openCatalogStore } from '../catalog/open-catalog-store.ts';
import { SyncEngine } from './sync-engine.ts';
import { openTabChannel } from './tab-channel.ts';

const { connection } = navigator as WorkerNavigator & { connection?: { saveData?: boolean } };

const engine = new SyncEngine({
  openStore: (onOutdated) => openCatalogStore({ onOutdated }),
  loadServer: () => import('./server-link.ts'),
  loadCloseMatches: () => import('../catalog/close-matches.ts'),
  channel: openTabChannel('hexlime'),
  locks: navigator.locks,
  origin: self.location.origin,
  fetch: (input, init) => fetch(input, init),
  connect: (url) => new WebSocket(url),
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  random: Math.random,
  dropImages: async () => typeof caches !== 'undefined' && caches.delete(IMAGE_CACHE),
  savesData: connection?.saveData ?? false,
});

Comlink.expose(engine);

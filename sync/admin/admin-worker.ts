import * as Comlink from 'comlink';
import { IMAGE_CACHE } from '#contract/service-worker/image-cache.ts';
import { fetchAsVersion } from '../server/fetch-as-version.ts';
import { openTabChannel } from '../tabs/tab-channel.ts';
import { AdminEngine } from './admin-engine.ts';
import { sendFormWithProgress } from './form-sender.ts';

declare const __APP_VERSION__: string;

const engine = new AdminEngine({
  database: { freeSpace: async () => globalThis.caches?.delete(IMAGE_CACHE) ?? false },
  channel: openTabChannel('hexlime-admin'),
  locks: navigator.locks,
  origin: self.location.origin,
  fetch: fetchAsVersion(__APP_VERSION__),
  sendForm: sendFormWithProgress,
  connect: (url) => new WebSocket(url),
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  random: Math.random,
});

Comlink.expose(engine);

import * as Comlink from 'comlink';
import { openAdminChannel } from './admin-channel.ts';
import { AdminEngine } from './admin-engine.ts';
import { sendFormWithProgress } from './form-sender.ts';

const engine = new AdminEngine({
  channel: openAdminChannel('hexlime-admin'),
  locks: navigator.locks,
  origin: self.location.origin,
  fetch: (input, init) => fetch(input, init),
  sendForm: sendFormWithProgress,
  connect: (url) => new WebSocket(url),
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
  random: Math.random,
});

Comlink.expose(engine);

import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENGINES } from './engines.ts';
import { removeProfile } from './remove-profile.ts';

/**
 * Shows what WebKit tells a page about its first service worker (README.md), without any code of the shop:
 * `node pwa/e2e/engines/first-worker-command.ts staying 20`, or the moment at which the page is left: `registering`, `activating`.
 */
const [moment = 'registering', count = '20'] = process.argv.slice(2);
const LEAVE_WITHIN_MS = 60;
const SETTLED_MS = 5_000;

const WORKER = `addEventListener('activate', (event) => event.waitUntil(caches.keys()));
addEventListener('fetch', (event) => event.respondWith(fetch(event.request)));`;
const LEAVE = {
  staying: `globalThis.first = (await register()).installing;`,
  registering: `register(); setTimeout(leave, Math.random() * ${LEAVE_WITHIN_MS});`,
  activating: `const { installing } = await register();
    installing.addEventListener('statechange', () => installing.state === 'activating' && leave());`,
}[moment];
const PAGE = `<!doctype html><title>Left page</title><script type="module">
  const leave = () => (location.href = '/second');
  const register = () => navigator.serviceWorker.register('/worker.js');
  if (location.pathname === '/') { ${LEAVE} }
</script>`;

const server = createServer(({ url }, response) => {
  response.setHeader('content-type', url === '/worker.js' ? 'text/javascript' : 'text/html');
  response.end(url === '/worker.js' ? WORKER : PAGE);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const webKit = ENGINES.find(({ name }) => name === 'WebKit');
if (!webKit || 'missing' in webKit) throw new Error('WebKit is not here');

const seen: Record<string, number> = {};
for (let visit = 0; visit < Number(count); visit += 1) {
  const profile = await mkdtemp(join(tmpdir(), 'hexlime-left-'));
  const browser = await webKit.start(profile);
  await browser.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await sleep(SETTLED_MS);
  const state = await browser.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { first } = globalThis as { first?: ServiceWorker };
    const worker = first ?? registration?.active ?? registration?.waiting ?? registration?.installing;
    return `${location.pathname}: ${worker?.state ?? 'no worker'}`;
  });
  seen[state] = (seen[state] ?? 0) + 1;
  await browser.quit();
  await removeProfile(profile);
}
console.log(moment, seen);
server.close();

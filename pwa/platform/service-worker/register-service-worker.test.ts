import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Observable } from '../observable.ts';

vi.mock('../use-observable.ts', () => ({ useObservable: <T>(observable: Observable<T>): T => observable.get() }));

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing';
  readonly scriptURL: string;
  readonly postMessage = vi.fn();

  constructor(path: string) {
    super();
    this.scriptURL = `https://shop.example${path}`;
  }
}

class FakeRegistration extends EventTarget {
  active: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;

  /** Finds a new version, whose installation ends in the given state. */
  install(worker: FakeWorker, state: 'installed' | 'redundant'): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    this.installing = null;
    if (state === 'installed') this.waiting = worker;
    worker.state = state;
    worker.dispatchEvent(new Event('statechange'));
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registrations = new Map<string, FakeRegistration>();
  /** Resolves `ready`. */
  becomeReady!: (registration: FakeRegistration) => void;
  readonly ready = new Promise<FakeRegistration>((resolve) => (this.becomeReady = resolve));

  register(_path: string, { scope = '/' } = {}): Promise<FakeRegistration> {
    const registration = this.registrations.get(scope) ?? new FakeRegistration();
    this.registrations.set(scope, registration);
    return Promise.resolve(registration);
  }
}

// Imported inside the tests, after `beforeEach` has stubbed globals: in development Workbox reads `self` on import.
const importShop = () => import('./register-service-worker.ts');
const importAdmin = () => import('./register-admin-service-worker.ts');

let container: FakeContainer;
beforeEach(() => {
  vi.useFakeTimers();
  container = new FakeContainer();
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('location', { origin: 'https://shop.example', href: 'https://shop.example/' });
  vi.stubGlobal('navigator', { serviceWorker: container, onLine: true });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const ADMIN = '/admin-service-worker.js';
const SHOP = '/service-worker.js';

function controlledRegistration(path: string): FakeRegistration {
  const registration = new FakeRegistration();
  registration.active = new FakeWorker(path);
  registration.active.state = 'activated';
  container.controller = registration.active;
  return registration;
}

/** A page of the administration whose next version waits. */
function waitingRegistration() {
  const registration = controlledRegistration(ADMIN);
  const waiting = new FakeWorker(ADMIN);
  waiting.state = 'installed';
  registration.waiting = waiting;
  container.registrations.set('/orders', registration);
  return { registration, waiting };
}

test('a version of the administration that waited before the page loaded is offered', async () => {
  const { waiting } = waitingRegistration();
  const updates: (() => void)[] = [];
  const { registerAdminServiceWorker } = await importAdmin();
  await registerAdminServiceWorker((activate) => updates.push(activate));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(updates).toHaveLength(1);
  updates[0]?.();
  expect(waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, expect.anything());
});

test('the first worker of a page is no update', async () => {
  const updates: unknown[] = [];
  const { registerServiceWorker } = await importShop();
  await registerServiceWorker((activate) => updates.push(activate));
  const registration = container.registrations.get('/');
  const first = new FakeWorker(SHOP);
  registration?.install(first, 'installed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(updates).toEqual([]);
});

test('a first worker whose activation is never reported is asked to claim the page until it does', async () => {
  const { registerServiceWorker } = await importShop();
  await registerServiceWorker(() => undefined);
  const registration = container.registrations.get('/');
  if (!registration) throw new Error('Nothing was registered');
  const first = new FakeWorker(SHOP);
  first.state = 'activating';
  registration.active = first;
  container.becomeReady(registration);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(first.postMessage.mock.calls).toEqual(Array.from({ length: 3 }, () => [{ type: 'CLAIM' }]));
  container.controller = first;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(first.postMessage).toHaveBeenCalledTimes(3);
});

test('an update is offered after an earlier one whose installation failed', async () => {
  const registration = controlledRegistration(SHOP);
  container.registrations.set('/', registration);
  const updates: (() => void)[] = [];
  const { registerServiceWorker } = await importShop();
  await registerServiceWorker((activate) => updates.push(activate));
  // More than a minute after the registration, Workbox attributes an update to another page.
  await vi.advanceTimersByTimeAsync(3_600_000);
  const failed = new FakeWorker(SHOP);
  registration.install(failed, 'redundant');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(updates).toEqual([]);
  const next = new FakeWorker(SHOP);
  registration.install(next, 'installed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(updates).toHaveLength(1);
  updates[0]?.();
  expect(next.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, expect.anything());
});

test('a tab of the administration reloads for an update that another tab has applied', async () => {
  const { registration, waiting } = waitingRegistration();
  const reload = vi.fn();
  vi.stubGlobal('location', { origin: 'https://shop.example', href: 'https://shop.example/', reload });
  const { startServiceWorker } = await import('./service-worker-client.ts');
  const { useUpdate } = await import('./use-update.ts');
  startServiceWorker(async () => (await importAdmin()).registerAdminServiceWorker);
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(useUpdate().isReady).toBe(true));
  // The other tab applies the update.
  registration.waiting = null;
  registration.active = waiting;
  container.controller = waiting;
  container.dispatchEvent(new Event('controllerchange'));
  useUpdate().apply();
  expect(reload).toHaveBeenCalled();
});

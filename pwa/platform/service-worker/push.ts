import { createEmitter } from '../observable.ts';
import { read, write } from '../storage/device-storage.ts';

/** Whether this device receives push messages. */
export type PushState =
  /** The browser has no push, or not for this page. */
  | 'unsupported'
  /** The system has push for installed apps only, and this one is not installed. */
  | 'needs-install'
  /** The visitor has blocked notifications of this site. */
  | 'denied'
  | 'off'
  | 'on';

/** A subscription in the server's format. */
export interface PushKeys {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** How long a subscription waits for the first service worker of a device, in ms. */
const READY_TIMEOUT_MS = 10_000;

const DECLINED_KEY = 'push-declined';

const changes = createEmitter();

/** Calls back when this page has subscribed this device or ended its subscription. */
export const onPushChange = changes.subscribe;

/** Whether the visitor has declined push on this device. */
export const wasPushDeclined = (): boolean => read(DECLINED_KEY) !== null;

export function storePushDeclined(): void {
  write(DECLINED_KEY, '1');
}

/** Returns the present state of push on this device. */
export async function readPushState(): Promise<PushState> {
  if (!('PushManager' in globalThis) || !('serviceWorker' in navigator) || !('Notification' in globalThis)) {
    // iPhones and iPads have the interfaces in installed apps only.
    return 'standalone' in navigator ? 'needs-install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return (await findSubscription()) && Notification.permission === 'granted' ? 'on' : 'off';
}

/**
 * Requests permission and subscribes; call it within a click. Undefined unless permission is granted.
 * @throws DOMException when the push service cannot be reached, or no service worker becomes active in time; Error when the browser returns no keys
 */
export async function subscribeToPush(publicKey: string): Promise<PushKeys | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await waitForRegistration();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const keys = toPushKeys(subscription);
  if (!keys) throw new Error('the browser returned a push subscription without keys');
  changes.emit();
  return keys;
}

/** Returns this device's subscription; undefined when there is none that may show notifications. */
export async function findPushKeys(): Promise<PushKeys | undefined> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return undefined;
  const subscription = await findSubscription();
  return subscription ? toPushKeys(subscription) : undefined;
}

function toPushKeys(subscription: PushSubscription): PushKeys | undefined {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : undefined;
}

/** Returns the active registration; rejects after 10 s: `ready` may never resolve, as WebKit loses a first worker whose page is left early. */
function waitForRegistration(): Promise<ServiceWorkerRegistration> {
  const { promise, resolve, reject } = Promise.withResolvers<ServiceWorkerRegistration>();
  setTimeout(() => reject(new DOMException('No service worker became active', 'TimeoutError')), READY_TIMEOUT_MS);
  navigator.serviceWorker.ready.then(resolve, reject);
  return promise;
}

/** Ends this device's subscription and returns its endpoint, which the server must delete. */
export async function unsubscribeFromPush(): Promise<string | undefined> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  changes.emit();
  return subscription?.endpoint;
}

async function findSubscription(): Promise<PushSubscription | null> {
  // `ready` never resolves where no service worker is registered.
  const registration = await navigator.serviceWorker.getRegistration();
  // Some browsers have service workers without push: log-out has nothing to end there.
  const { pushManager } = (registration ?? {}) as Partial<ServiceWorkerRegistration>;
  return (await pushManager?.getSubscription()) ?? null;
}

/** Closes this device's notifications with matching tags. */
export async function closeNotifications(isOver: (tag: string) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const notices = await registration?.getNotifications?.();
  for (const notice of notices ?? []) if (isOver(notice.tag)) notice.close();
}

import { read, write } from '../storage/device-storage.ts';

/** Where messages to this device stand. */
export type PushState =
  /** The browser knows no messages, or not for pages like this one. */
  | 'unsupported'
  /** The system has messages for shops on its home screen only, and this one is not there. */
  | 'needs-install'
  /** The visitor told the browser that this site may not. */
  | 'denied'
  | 'off'
  | 'on';

/** A subscription as the server takes it. */
export interface PushKeys {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

const DECLINED_KEY = 'push-declined';

/** Whether the visitor has been asked on this device and did not want to. */
export const wasPushDeclined = (): boolean => read(DECLINED_KEY) !== null;

export function storePushDeclined(): void {
  write(DECLINED_KEY, '1');
}

/** Where messages to this device stand now. */
export async function readPushState(): Promise<PushState> {
  if (!('PushManager' in globalThis) || !('serviceWorker' in navigator) || !('Notification' in globalThis)) {
    // iPhones and iPads have the interfaces on the home screen only.
    return 'standalone' in navigator ? 'needs-install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return (await findSubscription()) && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks the visitor, within a press, and subscribes. Undefined when the answer was no. @throws DOMException when the push service cannot be reached */
export async function subscribeToPush(publicKey: string): Promise<PushKeys | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('The browser gave a subscription without keys');
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } };
}

/** Ends the subscription of this device; gives its address, for the server to forget. */
export async function unsubscribeFromPush(): Promise<string | undefined> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}

async function findSubscription(): Promise<PushSubscription | null> {
  // `ready` waits for ever where no service worker was registered.
  const registration = await navigator.serviceWorker.getRegistration();
  // Some have service workers and no push: whoever logs out there has nothing to end.
  const { pushManager } = (registration ?? {}) as Partial<ServiceWorkerRegistration>;
  return (await pushManager?.getSubscription()) ?? null;
}

/** Takes away the notices on this device whose tag says so; nothing happens where there are none. */
export async function closeNotifications(isOver: (tag: string) => boolean): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const notices = await registration?.getNotifications?.();
  for (const notice of notices ?? []) if (isOver(notice.tag)) notice.close();
}

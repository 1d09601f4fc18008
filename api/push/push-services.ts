/**
 * Hosts of the push services of the major browsers; subdomains are included. Browsers do not let a page choose another one.
 *
 * Sources: https://pushpad.xyz/blog/what-are-the-browser-push-services (all of them), Apple's "Sending web push notifications in web apps
 * and browsers" (`*.push.apple.com`), Microsoft's "Adding WNS traffic to the firewall allowlist" (`*.notify.windows.com`).
 */
const KNOWN_SERVICES: readonly string[] = [
  // Chrome and most browsers that are built on it.
  'fcm.googleapis.com',
  // Firefox.
  'push.services.mozilla.com',
  // Edge on Windows.
  'notify.windows.com',
  // Safari.
  'push.apple.com',
];

/** Whether a host belongs to a known push service, or to one that the settings add. */
export const isPushService = (host: string, addedServices: readonly string[]): boolean =>
  [...KNOWN_SERVICES, ...addedServices].some((service) => host === service || host.endsWith(`.${service}`));

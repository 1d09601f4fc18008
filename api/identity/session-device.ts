import type { IncomingMessage } from 'node:http';
import { APP_VERSION_HEADER } from '#contract/protocol-version.ts';
import { addressOf } from '../http/caller/client-address.ts';
import { displayNetworkOf } from '../http/caller/client-network.ts';

/** Browser and system of a device, in words; null when unknown. */
export interface UserAgent {
  readonly browser: string | null;
  readonly system: string | null;
}

/** What a user is shown of a device that is signed in. */
export interface SessionDevice extends UserAgent {
  readonly network: string | null;
}

/** Returns the device of a request in words, such as "Firefox on Android". */
export function nameDevice(request: IncomingMessage): string {
  const { browser, system } = readAgent(request);
  if (browser === null) return system ?? 'An unknown device';
  return system === null ? browser : `${browser} on ${system}`;
}

/** Returns the build of the app that makes a request; null when it names none. */
export function findAppVersion({ headers }: IncomingMessage): string | null {
  const version = headers[APP_VERSION_HEADER];
  return typeof version === 'string' && /^[\w.+-]{1,40}$/.test(version) ? version : null;
}

/** The first match counts: most browsers also name the ones that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPX)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (text: string, names: typeof BROWSERS): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Describes the device of a request: coarse words of its `User-Agent`, and its network. Versions and models are left out. */
export function describeDevice(request: IncomingMessage, trustedProxies: number): SessionDevice {
  return { ...readAgent(request), network: displayNetworkOf(addressOf(request, trustedProxies)) || null };
}

/** Returns coarse words of a request's `User-Agent`. */
export function readAgent({ headers }: IncomingMessage): UserAgent {
  const agent = headers['user-agent'] ?? '';
  return { browser: nameIn(agent, BROWSERS), system: nameIn(agent, SYSTEMS) };
}

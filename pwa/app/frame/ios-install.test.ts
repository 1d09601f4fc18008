import { expect, it } from 'vitest';
import { canInstallByHand } from './ios-install.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15';
const ANDROID = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36';

it.each([
  ['an iPhone', { userAgent: IPHONE, maxTouchPoints: 5, standalone: false }, true],
  ['an iPad, which calls itself a Mac', { userAgent: MAC, maxTouchPoints: 5, standalone: false }, true],
  ['an app of the home screen', { userAgent: IPHONE, maxTouchPoints: 5, standalone: true }, false],
  ['a Mac', { userAgent: MAC, maxTouchPoints: 0, standalone: false }, false],
  ['Android', { userAgent: ANDROID, maxTouchPoints: 5 }, false],
])('the steps for the home screen are offered where they apply: %s', (_where, agent, expected) => {
  expect(canInstallByHand(agent)).toBe(expected);
});

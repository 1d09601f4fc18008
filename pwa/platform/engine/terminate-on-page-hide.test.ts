import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { terminateOnPageHide } from './terminate-on-page-hide.ts';

const reload = vi.fn();
const terminate = vi.fn();
let page = new EventTarget();

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { reload });
  terminateOnPageHide({ terminate } as unknown as Worker);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const happen = (type: string): boolean => page.dispatchEvent(new Event(type));

test('a hidden page terminates its worker, so that no other page waits for it', () => {
  happen('pagehide');
  expect(terminate).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

test('a page that returns without its worker reloads', () => {
  happen('pagehide');
  happen('pageshow');
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that is shown for the first time does not reload', () => {
  happen('pageshow');
  expect(reload).not.toHaveBeenCalled();
  expect(terminate).not.toHaveBeenCalled();
});

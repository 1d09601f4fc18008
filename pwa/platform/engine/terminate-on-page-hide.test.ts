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

test('a page that is left ends its worker, so that no other page waits for it', () => {
  happen('pagehide');
  expect(terminate).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

test('a page that comes back without its worker is loaded anew', () => {
  happen('pagehide');
  happen('pageshow');
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that comes for the first time is left as it is', () => {
  happen('pageshow');
  expect(reload).not.toHaveBeenCalled();
  expect(terminate).not.toHaveBeenCalled();
});

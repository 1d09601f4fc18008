import { afterEach, expect, test, vi } from 'vitest';
import { terminateOnPageHide } from './terminate-on-page-hide.ts';

afterEach(() => vi.unstubAllGlobals());

test('a page that is left ends its worker, so that no other page waits for it, and reloads only when it returns', () => {
  const page = new EventTarget();
  const [reload, terminate] = [vi.fn(), vi.fn()];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('location', { reload });
  terminateOnPageHide({ terminate } as unknown as Worker);
  const counts = (type: string): number[] => {
    page.dispatchEvent(new Event(type));
    return [terminate.mock.calls.length, reload.mock.calls.length];
  };
  expect(counts('pageshow')).toEqual([0, 0]);
  expect(counts('pagehide')).toEqual([1, 0]);
  expect(counts('pageshow')).toEqual([1, 1]);
});

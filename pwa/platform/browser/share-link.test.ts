import { afterEach, expect, test, vi } from 'vitest';
import { shareLink } from './share-link.ts';

const LINK = { title: 'Lamp', url: 'https://shop.example/?product=1' };
const reject = (name: string) => () => Promise.reject(new DOMException('no', name));
const useNavigator = (navigator: unknown): void => void vi.stubGlobal('navigator', navigator);
afterEach(() => vi.unstubAllGlobals());

test('the share sheet gets the link', async () => {
  const share = vi.fn(() => Promise.resolve());
  useNavigator({ share });
  expect(await shareLink(LINK)).toBe('shared');
  expect(share).toHaveBeenCalledWith(LINK);
});

test('a closed share sheet copies nothing', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  useNavigator({ share: reject('AbortError'), clipboard: { writeText } });
  expect(await shareLink(LINK)).toBe('cancelled');
  expect(writeText).not.toHaveBeenCalled();
});

test.each([
  ['there is no share sheet', {}],
  ['the share sheet is rejected', { share: reject('NotAllowedError') }],
])('where %s, the link is copied', async (_, share) => {
  const writeText = vi.fn(() => Promise.resolve());
  useNavigator({ ...share, clipboard: { writeText } });
  expect(await shareLink(LINK)).toBe('copied');
  expect(writeText).toHaveBeenCalledWith(LINK.url);
});

test.each([
  ['a clipboard that rejects', { clipboard: { writeText: reject('NotAllowedError') } }],
  ['no clipboard', {}],
])('%s is reported', async (_, navigator) => {
  useNavigator(navigator);
  expect(await shareLink(LINK)).toBe('failed');
});

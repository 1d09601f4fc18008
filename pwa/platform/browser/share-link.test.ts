import { afterEach, expect, test, vi } from 'vitest';
import { shareLink } from './share-link.ts';

const LINK = { title: 'Lamp', url: 'https://shop.example/?product=1' };
const accept = () => Promise.resolve();
const reject = (name: string) => () => Promise.reject(new DOMException('no', name));
afterEach(() => vi.unstubAllGlobals());

/** What a browser supports: a missing member means no share sheet, or no clipboard. */
type Abilities = Partial<Record<'share' | 'writeText', () => Promise<void>>>;

test.each<[outcome: string, where: string, Abilities]>([
  ['shared', 'the share sheet takes it', { share: accept, writeText: accept }],
  ['cancelled', 'the share sheet is closed, and not copied', { share: reject('AbortError'), writeText: accept }],
  ['copied', 'there is no share sheet', { writeText: accept }],
  ['copied', 'the share sheet is rejected', { share: reject('NotAllowedError'), writeText: accept }],
  ['failed', 'the clipboard rejects it', { writeText: reject('NotAllowedError') }],
  ['failed', 'there is no clipboard', {}],
])('a link is %s where %s', async (outcome, _where, { share, writeText }) => {
  const [shared, copied] = [vi.fn(share), vi.fn(writeText)];
  vi.stubGlobal('navigator', {
    ...(share && { share: shared }),
    ...(writeText && { clipboard: { writeText: copied } }),
  });
  expect(await shareLink(LINK)).toBe(outcome);
  expect(shared.mock.calls).toEqual(share ? [[LINK]] : []);
  expect(copied.mock.calls).toEqual(writeText && /copied|failed/.test(outcome) ? [[LINK.url]] : []);
});

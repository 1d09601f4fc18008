import { expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';
import { prepareResponse, sizeOfResponse } from './cached-response.ts';

const reply = (text: string) =>
  prepareResponse({ contentType: 'text/plain', cacheControl: 'no-cache', body: Buffer.from(text) });
const entry = (text: string, isFresh = () => true) => ({ reply: reply(text), isFresh });

it('a full cache evicts the least recently used response', () => {
  const cache = new ResponseCache(2 * (sizeOfResponse(reply('x')) + 2));
  cache.set('a', entry('a'));
  cache.set('b', entry('b'));
  cache.find('a');
  cache.set('c', entry('c'));
  expect(['a', 'b', 'c'].map((url) => cache.find(url)?.plain.body.toString())).toEqual(['a', undefined, 'c']);
});

it('the cache never returns a stale response, nor stores one that is larger than the whole cache', () => {
  const cache = new ResponseCache(5_000);
  let isFresh = true;
  cache.set(
    'a',
    entry('a', () => isFresh),
  );
  expect(cache.find('a')).toBeDefined();
  isFresh = false;
  expect(cache.find('a')).toBeUndefined();
  cache.set('b', entry('x'.repeat(6_000)));
  expect(cache.find('b')).toBeUndefined();
});

it('the first use of a response is reported once', () => {
  const cache = new ResponseCache(5_000);
  let uses = 0;
  const kept = { ...entry('a'), onFirstUse: () => void (uses += 1) };
  cache.set('a', kept);
  expect([cache.holds('a', kept.reply), uses]).toEqual([true, 0]);
  cache.find('a');
  cache.find('a');
  expect(uses).toBe(1);
  cache.set('a', entry('b'));
  expect(cache.holds('a', kept.reply)).toBe(false);
});

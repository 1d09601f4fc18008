import { expect, test } from 'vitest';
import { splitLinks } from './split-links.ts';

test('links are split by lines and commas, trimmed, and empty ones are dropped', () => {
  expect(splitLinks(' https://a/1.jpg ,\n\nhttps://b/2.png\r\n,,https://c/3.webp')).toEqual([
    'https://a/1.jpg',
    'https://b/2.png',
    'https://c/3.webp',
  ]);
  expect(splitLinks(' \n, ,')).toEqual([]);
});

test('duplicate links are dropped', () => {
  expect(splitLinks('https://a/1.jpg\nhttps://a/1.jpg')).toEqual(['https://a/1.jpg']);
});

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

test.each([
  ['https://res.example/upload/w_200,h_200/a.jpg', ['https://res.example/upload/w_200,h_200/a.jpg']],
  [
    'https://res.example/c_fill,w_20/a.jpg,https://res.example/c_fill,w_20/b.jpg',
    ['https://res.example/c_fill,w_20/a.jpg', 'https://res.example/c_fill,w_20/b.jpg'],
  ],
  ['https://a/x,1.jpg, HTTPS://b/y,2.jpg,', ['https://a/x,1.jpg', 'HTTPS://b/y,2.jpg']],
  ['https://a/1.jpg?size=1,2\nhttps://b/2.jpg', ['https://a/1.jpg?size=1,2', 'https://b/2.jpg']],
])('commas inside a link belong to it: %j', (text, links) => {
  expect(splitLinks(text)).toEqual(links);
});

test('duplicate links are dropped', () => {
  expect(splitLinks('https://a/1.jpg\nhttps://a/1.jpg')).toEqual(['https://a/1.jpg']);
});

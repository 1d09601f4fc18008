import { describe, expect, it } from 'vitest';
import { fillReply } from '#contract/text/fill-reply.ts';
import { filterReplies } from './filter-replies.ts';
import { findReplyQuery } from './find-reply-query.ts';

const VALUES = { buyer: 'Alice', product: 'Lamp 05', link: 'https://shop.example/?product=5' };

describe('a filled reply', () => {
  it('has the values of the chat in place of its placeholders, and leaves other braces as they are', () => {
    const text = 'Hello {buyer}! {product}: {link} {price} {buyer}';
    expect(fillReply(text, VALUES)).toEqual({
      text: 'Hello Alice! Lamp 05: https://shop.example/?product=5 {price} Alice',
      gap: undefined,
    });
  });

  it('keeps the placeholder of an unknown value and returns the position of the first one', () => {
    const { text, gap } = fillReply('{product} for {buyer} or {buyer}', { ...VALUES, buyer: '' });
    expect(text).toBe('Lamp 05 for {buyer} or {buyer}');
    expect(text.slice(...(gap ?? []))).toBe('{buyer}');
    expect(gap?.[0]).toBe(12);
  });

  it('does not replace a placeholder within a value', () => {
    expect(fillReply('{buyer} {product}', { ...VALUES, buyer: '{product} $& \\' }).text).toBe(
      '{product} $& \\ Lamp 05',
    );
  });
});

describe('a search for a reply', () => {
  it.each([
    ['/', 1, { start: 0, words: '' }],
    ['/ship', 5, { start: 0, words: 'ship' }],
    ['Hello /ship to', 14, { start: 6, words: 'ship to' }],
    ['a\n/x', 4, { start: 2, words: 'x' }],
    ['/ship today', 3, { start: 0, words: 'sh' }],
    ['and/or', 6, undefined],
    ['https://a.example', 17, undefined],
    ['1 / 2', 5, undefined],
    ['/usr/bin', 8, undefined],
    ['/ship\n', 6, undefined],
    ['', 0, undefined],
    ['/ship', 0, undefined],
  ])('in %j with the caret at %d is %j', (text, caret, query) => expect(findReplyQuery(text, caret)).toEqual(query));

  it('finds replies that contain all its words; those whose name begins with the search come first', () => {
    const replies = [
      ['Payment', 'After shipping…'],
      ['Shipping', 'It ships tomorrow.'],
      ['ДОСТАВКА', 'Завтра'],
    ].map(([name = '', text = '']) => ({ id: name, name, text, version: 1 }));
    const find = (search: string) => filterReplies(replies, search).map(({ name }) => name);
    expect(find(' SHIP')).toEqual(['Shipping', 'Payment']);
    expect(find('tomorrow it')).toEqual(['Shipping']);
    expect(find('доставка')).toEqual(['ДОСТАВКА']);
    expect(find('it-ships')).toEqual(['Shipping']);
    expect(find('ｐａｙ')).toEqual(['Payment']);
    expect(find('')).toHaveLength(3);
    expect(find('refund')).toEqual([]);
  });
});

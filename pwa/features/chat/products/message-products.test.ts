import { describe, expect, it } from 'vitest';
import { MAX_MESSAGE_PRODUCTS } from '#contract/limits.ts';
import { splitMessage, withProducts } from './message-products.ts';

const ORIGIN = 'https://shop.example';
const phone = `${ORIGIN}/?product=5&life=0#Lime-Phone`;
const fan = `${ORIGIN}/pcshop?product=12&life=7#Fan`;
const split = (message: string) => {
  const { text, products } = splitMessage(message, ORIGIN);
  return { text, products: products.map(({ shop, id, name }) => `${shop.key} ${id} ${name}`) };
};

describe('[CHAT16] a message with products', () => {
  it('shows them as cards and the rest as text', () => {
    expect(split(withProducts('  These two? ', [phone, fan]))).toEqual({
      text: 'These two?',
      products: ['ayz 5 Lime Phone', 'pc 12 Fan'],
    });
    expect(split(withProducts('', [phone]))).toEqual({ text: '', products: ['ayz 5 Lime Phone'] });
  });

  it('keeps links within a sentence, lines between products, and links to other sites', () => {
    const message = `Is ${phone} like\n\n${fan} ${phone}\nhttps://example.com/`;
    expect(split(message)).toEqual({
      text: `Is ${phone} like\n\nhttps://example.com/`,
      products: ['ayz 5 Lime Phone', 'pc 12 Fan'],
    });
  });

  it('shows a product once per life', () => {
    expect(split(`${phone}\n${phone}\n${phone.replace('life=0', 'life=9')}`).products).toHaveLength(2);
  });

  it('shows ten products; further ones stay readable as links', () => {
    const links = Array.from({ length: MAX_MESSAGE_PRODUCTS + 2 }, (_, at) => `${ORIGIN}/pcshop?product=${at + 1}`);
    const { text, products } = split(links.join('\n'));
    expect(products).toHaveLength(MAX_MESSAGE_PRODUCTS);
    expect(text).toBe(links.slice(MAX_MESSAGE_PRODUCTS).join('\n'));
  });

  it('shows no product for 4,000 characters that only look like addresses', () => {
    const text = 'https:// '.repeat(440);
    expect(split(text)).toEqual({ text: text.trim(), products: [] });
  });
});

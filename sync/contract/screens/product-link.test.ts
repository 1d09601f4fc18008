import { describe, expect, it } from 'vitest';
import { getShop } from '../shops.ts';
import { previewMessage } from '../chats/message-preview.ts';
import { nameProductLinks, readProductLink, writeProductLink } from './product-link.ts';

const ORIGIN = 'https://shop.example';
const pc = getShop('pc');
const write = (title: string): string => writeProductLink(ORIGIN, { shop: pc, id: 12, life: 345, title });

describe('[CHAT16] a link to a product in a message', () => {
  it('opens the product, names its life and can be read as text', () => {
    expect(write('Kestrel X1, 1.5 TB (black)')).toBe(
      'https://shop.example/pcshop?product=12&life=345#Kestrel-X1-1.5-TB-black',
    );
  });

  it.each([
    ['a title of 300 characters', 'A wide title '.repeat(23)],
    ['an Arabic title with direction marks', '\u202eسماعة رأس\u202c لاسلكية\u200f'],
    ['a title without letters', '★★★ — ★'],
    ['a title of emoji and halves of them', '🎧🎧 \ud83c'],
    ['a title that imitates markup', '"><script>alert(1)</script>#&life=0'],
    ['a title that ends with dots', 'And so on...'],
  ])('is read as it was written: %s', (_, title) => {
    const href = write(title);
    expect(href).toMatch(/^\S+$/);
    expect(href).not.toMatch(/["'<>`\u200b-\u200f\u202a-\u202e]/);
    expect([...href].length).toBeLessThanOrEqual(120);
    const link = readProductLink(href, ORIGIN);
    expect(link).toMatchObject({ shop: { key: 'pc' }, id: 12, life: 345 });
    expect(readProductLink(new URL(href).href, ORIGIN)?.name).toBe(link?.name);
  });

  it('from an address bar means the product that has the id now', () => {
    expect(readProductLink(`${ORIGIN}/?main=Phones&product=5`, ORIGIN)).toEqual({
      href: `${ORIGIN}/?main=Phones&product=5`,
      shop: getShop('ayz'),
      id: 5,
      life: undefined,
      name: '',
    });
  });

  it.each([
    ['another site', 'https://shop.example.evil.example/pcshop?product=12'],
    ['another scheme', 'http://shop.example/pcshop?product=12'],
    ['another page', `${ORIGIN}/compare?product=12`],
    ['no product', `${ORIGIN}/pcshop`],
    ['a malformed id', `${ORIGIN}/pcshop?product=1e3`],
    ['an id beyond all', `${ORIGIN}/pcshop?product=9999999999`],
    ['nothing', ''],
  ])('is not recognized in an address with %s', (_, href) => expect(readProductLink(href, ORIGIN)).toBeUndefined());

  it('with a damaged life or fragment still names its product', () => {
    expect(readProductLink(`${ORIGIN}/pcshop?product=12&life=-1#%E0%A4%A`, ORIGIN)).toMatchObject({
      id: 12,
      life: undefined,
      name: '',
    });
    expect(readProductLink(`${ORIGIN}/pcshop?product=12#%E2%80%AEevil`, ORIGIN)?.name).toBe('evil');
  });
});

describe('a message as one line of text', () => {
  it('shows the name of a linked product', () => {
    const text = `Take this one:\n${write('Kestrel X1')}\n${write('Lime Phone')}`;
    expect(nameProductLinks(text)).toBe('Take this one:\n[Kestrel X1]\n[Lime Phone]');
    expect(previewMessage(text)).toBe('Take this one: [Kestrel X1] [Lime Phone]');
  });

  it('keeps a link without a name, or to another place, as it is', () => {
    const links = `${write('★')} https://example.com/a?product=1 ${ORIGIN}/pcshop?product=5`;
    expect(nameProductLinks(links)).toBe(links);
  });
});

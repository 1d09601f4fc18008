import { describe, expect, it } from 'vitest';
import { interpretCodes } from './interpret-code.ts';

const ORIGIN = 'https://shop.example';
const read = (text: string, isUpcE = false) => interpretCodes([{ text, isUpcE }], ORIGIN);

describe('a code', () => {
  it('of a shelf label is the product of its shop', () => {
    expect(read(`${ORIGIN}/pcshop?product=7`)).toMatchObject({ is: 'product', shop: { key: 'pc' }, id: 7 });
    expect(read(`${ORIGIN}/refferals/?main=A&product=12`)).toMatchObject({ is: 'product', id: 12 });
  });

  it.each([
    ['4006381333931', '4006381333931'],
    ['036000291452', '0036000291452'],
    ['https://id.gs1.org/01/09506000134352', '9506000134352'],
    ['https://maker.example/01/4006381333931/10/ABC?17=271231', '4006381333931'],
    ['(01)09506000134352(17)271231', '9506000134352'],
    ['010950600013435217271231', '9506000134352'],
  ])('such as %s is the barcode %s', (text, barcode) => {
    expect(read(text)).toEqual({ is: 'barcode', barcode, text });
  });

  it('that a scanner has read as UPC-E is not taken for the EAN-8 with the same digits', () => {
    expect(read('01234565', true)).toMatchObject({ barcode: '0012345000065' });
    expect(read('01234565')).toMatchObject({ barcode: '01234565' });
  });

  it.each([
    ['https://elsewhere.example/pcshop?product=7', 'link'],
    ['https://shop.example.evil.example/pcshop?product=7', 'link'],
    [`${ORIGIN}/nowhere?product=7`, 'link'],
    ['https://', 'text'],
    ['javascript:alert(1)', 'text'],
    ['WIFI:S:Guest;T:WPA;P:secret;;', 'text'],
    ['4006381333930', 'text'],
    ['تلفاز', 'text'],
  ])('such as %s opens nothing: %s', (text, is) => {
    expect(read(text)).toEqual({ is, text });
  });

  it('of another page of ours opens that page, even a shop with an invalid product', () => {
    expect(read(`${ORIGIN}/compare?shop=pc&products=1,2`)).toMatchObject({
      is: 'page',
      path: '/compare?shop=pc&products=1,2',
    });
    expect(read(`${ORIGIN}/pcshop?product=0`)).toMatchObject({ is: 'page', path: '/pcshop?product=0' });
  });

  it('of a product of ours is preferred among several codes, then a barcode', () => {
    const others = ['hello', 'https://elsewhere.example/', '4006381333931'];
    const codes = [...others, `${ORIGIN}/pcshop?product=7`].map((text) => ({ text, isUpcE: false }));
    expect(interpretCodes(codes, ORIGIN)?.is).toBe('product');
    expect(interpretCodes(codes.slice(0, 3), ORIGIN)?.is).toBe('barcode');
    expect(interpretCodes([], ORIGIN)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { affiliateProductSchema, openBoxProductSchema, PRODUCT_FIELDS } from './product.ts';
import { sampleAffiliate, sampleOpenBox } from '../testing/sample-products.ts';

describe('texts with broken surrogates', () => {
  const HALVES = ['\uD83D', 'Hot \uD83D', '\uDD25 hot', '\uDD25\uD83D'];
  const reasonsOf = (parsed: { error?: { issues: readonly { message: string }[] } | undefined }) =>
    parsed.error?.issues.map(({ message }) => message);

  it.each(['title', 'main_category', 'category', 'description'])('are rejected in %s', (field) => {
    for (const text of HALVES) {
      const affiliate = affiliateProductSchema.safeParse(sampleAffiliate({ id: 1, [field]: text }));
      const openBox = openBoxProductSchema.safeParse(sampleOpenBox({ id: 1, [field]: text }));
      expect([reasonsOf(affiliate), reasonsOf(openBox)]).toEqual([
        ['must be well-formed text'],
        ['must be well-formed text'],
      ]);
    }
  });

  it('are rejected in links', () => {
    for (const half of HALVES) {
      const text = `https://example.com/${half}`;
      expect(reasonsOf(PRODUCT_FIELDS.affiliate.shape.link.safeParse(text))).toEqual(['must be well-formed text']);
      expect(reasonsOf(PRODUCT_FIELDS.openBox.shape.ebay.safeParse(text))).toEqual(['must be well-formed text']);
    }
  });

  it('are distinguished from well-formed texts with emoji, which are accepted', () => {
    const product = sampleAffiliate({ id: 1, title: '🔥 Hot', description: '👩‍👩‍👧' });
    expect(affiliateProductSchema.parse(product)).toMatchObject({ title: '🔥 Hot', description: '👩‍👩‍👧' });
  });
});

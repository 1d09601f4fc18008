import { conditionMembers } from '../products/conditions.ts';
import { mapMarketplaces } from '../products/marketplaces.ts';
import type { AffiliateProduct, OpenBoxProduct } from '../products/product.ts';

/** Returns a complete affiliate product; any field can be overridden. */
export function sampleAffiliate(fields: Partial<AffiliateProduct> & { id: number }): AffiliateProduct {
  return {
    title: `Product ${fields.id}`,
    main_category: 'Components',
    category: 'Memory',
    description: `<h2>Product ${fields.id}</h2>`,
    barcode: '',
    price: '10',
    typical_price: '0',
    rate: 3,
    availability: 'YES',
    link: 'https://example.com/p',
    view_count: 0,
    imagecount: 0,
    image_version: 0,
    placeholder: '',
    updated_at: new Date(1_700_000_000_000 + fields.id).toISOString(),
    seq: fields.id,
    ...fields,
  };
}

/** Returns a complete open-box product without prices; any field can be overridden. */
export function sampleOpenBox(fields: Partial<OpenBoxProduct> & { id: number }): OpenBoxProduct {
  return {
    title: `Item ${fields.id}`,
    main_category: 'Audio',
    category: 'Headphones',
    description: '<p>Used.</p>',
    barcode: '',
    store: '',
    ...mapMarketplaces(() => ''),
    view_count: 0,
    imagecount: 1,
    image_version: 0,
    placeholder: '',
    updated_at: new Date(1_700_000_000_000 + fields.id).toISOString(),
    seq: fields.id,
    ...conditionMembers('0', '0'),
    ...fields,
  };
}

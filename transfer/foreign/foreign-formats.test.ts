import { describe, expect, test } from 'vitest';
import { toCsvLine } from '../csv-cell.ts';
import { openRows } from '../read-rows.ts';
import type { SourceRow } from '../source-row.ts';
import type { OfferKind } from '#contract/shops.ts';
import { listColumns } from './file-columns.ts';
import { lacksLinks, missingTargets, proposeMapping } from './mapping.ts';
import { mapRows } from './row-mapper.ts';

async function read(text: string) {
  const header = { names: [] as readonly string[], written: [] as readonly string[] };
  const rows: SourceRow[] = [];
  async function* bytes() {
    yield new TextEncoder().encode(text);
  }
  const onHeader = (names: readonly string[], written: readonly string[]) =>
    void Object.assign(header, { names, written });
  for await (const batch of (await openRows(bytes(), { onHeader })).rows) rows.push(...batch);
  return { columns: listColumns(header, rows), rows };
}

/** Reads a file with the mapping that the command and the page propose; returns the format, and the cells or the problem of each row. */
async function load(text: string, offer: OfferKind = 'affiliate') {
  const { columns, rows } = await read(text);
  const mapping = proposeMapping(
    offer,
    columns.map(({ name }) => name),
  );
  const mapped = mapRows(rows, mapping, offer);
  return {
    format: mapping.format,
    constants: mapping.constants,
    products: mapped.flatMap((row) => ('fields' in row ? [row.fields] : [])),
    problems: mapped.flatMap((row) => ('problem' in row ? [`${row.row} ${row.field ?? ''} ${row.problem}`] : [])),
    notes: mapped.flatMap((row) => ('fields' in row ? (row.notes ?? []) : [])),
  };
}

const table = (rows: readonly (readonly string[])[]) => rows.map(toCsvLine).join('');
const sheet = (rows: readonly Readonly<Record<string, string>>[], columns = Object.keys(rows[0] ?? {})) =>
  table([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);
const blank = (names: string) => Object.fromEntries(names.split(',').map((name) => [name, '']));
const HTML = '<p>Quiet &amp; "cold" 🧊,\r\nwith two\nlines</p>';

describe('[IMP1] a file of another program is read by its column names', () => {
  const shopify = (row: Record<string, string>) => ({
    ...blank('Handle,Title,Body (HTML),Vendor,Product Category,Type,Published,Option1 Name,Option1 Value,Variant SKU'),
    ...blank('Variant Price,Variant Compare At Price,Variant Inventory Qty,Variant Barcode,Image Src,Status'),
    ...row,
  });
  const fan = { Handle: 'fan', Title: 'Fan 🌀 "Pro"', 'Body (HTML)': HTML, 'Product Category': 'PC > Cooling > Fans' };

  test('Shopify: each variant of a handle becomes a product, with its option in the title and all images', async () => {
    const text = sheet([
      shopify({
        ...fan,
        'Option1 Value': 'Red',
        'Variant Price': '19.90',
        'Variant Compare At Price': '25.00',
        'Variant Inventory Qty': '3',
      }),
      shopify({
        Handle: 'fan',
        'Option1 Value': 'Blue',
        'Variant Price': '0.00',
        'Variant Inventory Qty': '-2',
        'Image Src': 'https://cdn.example/1.jpg',
      }),
      shopify({ Handle: 'fan', 'Image Src': 'https://cdn.example/2.jpg' }),
      shopify({
        Handle: 'case',
        Title: 'Case',
        Type: 'Cases',
        'Option1 Value': 'Default Title',
        'Variant Price': '50',
      }),
      shopify({
        Handle: 'case',
        Title: 'Another case',
        Type: 'Cases',
        'Option1 Value': 'Default Title',
        'Variant Price': '60',
      }),
      shopify({ Handle: 'old', Title: 'Old', Status: 'draft', 'Variant Price': '1' }),
    ]);
    const { format, products, problems } = await load(`\uFEFF${text}`);
    expect(format).toBe('Shopify');
    const images = 'https://cdn.example/1.jpg\nhttps://cdn.example/2.jpg';
    const common = { description: HTML, main_category: 'PC', category: 'Fans', images };
    expect(products).toEqual([
      {
        external_id: 'fan/Red',
        title: 'Fan 🌀 "Pro" – Red',
        price: '19.90',
        typical_price: '25.00',
        availability: 'YES',
        ...common,
      },
      { external_id: 'fan/Blue', title: 'Fan 🌀 "Pro" – Blue', price: '0.00', availability: 'NO', ...common },
      { external_id: 'case', title: 'Case', main_category: 'Cases', category: 'Cases', price: '50' },
      // The import itself rejects the second product with the same key later, and names the first one's row.
      { external_id: 'case', title: 'Another case', main_category: 'Cases', category: 'Cases', price: '60' },
    ]);
    expect(problems).toEqual(['6 published is not on sale in the other shop']);
  });

  test('Shopify, in a shop that sells by condition: grades become conditions, other options join titles', async () => {
    const phone = { Handle: 'phone', Title: 'Phone', Type: 'Phones' };
    const variant = (color: string, grade: string, price: string, count: string) => ({
      ...shopify({ Handle: 'phone', 'Option1 Value': color, 'Variant Price': price, 'Variant Inventory Qty': count }),
      'Option2 Value': grade,
    });
    const text = sheet([
      { ...variant('Red', 'Like New', '300', '2'), ...phone },
      variant('Red', 'Used - Good', '200', '-1'),
      variant('Blue', 'Very good', '250', '1'),
      variant('Blue', 'very-good', '240', '1'),
    ]);
    const { products, problems, notes } = await load(text, 'openBox');
    const common = { main_category: 'Phones', category: 'Phones' };
    expect(products).toEqual([
      {
        external_id: 'phone/Red',
        title: 'Phone – Red',
        ...common,
        excellent_condition_price: '300',
        excellent_condition_available_quantity: '2',
        good_condition_price: '200',
        good_condition_available_quantity: '0',
      },
      {
        external_id: 'phone/Blue',
        title: 'Phone – Blue',
        ...common,
        verygood_condition_price: '250',
        verygood_condition_available_quantity: '1',
      },
    ]);
    expect(notes).toEqual([
      { field: 'good_condition_available_quantity', value: '-1', reason: 'is below 0 and counts as 0' },
    ]);
    expect(problems).toEqual(['4 condition is that of another variant of the same product']);
  });

  test('Shopify’s new column names of 2025 are recognized', async () => {
    const text = sheet([
      {
        Title: 'Fan',
        'URL handle': 'fan',
        Description: HTML,
        Type: 'Fans',
        'Option1 value': '',
        Price: '5',
        'Compare-at price': '6',
      },
    ]);
    expect(await load(text)).toMatchObject({
      format: 'Shopify',
      products: [{ external_id: 'fan', price: '5', typical_price: '6' }],
    });
  });

  test('WooCommerce: variations follow their parent at once, later, or never', async () => {
    const woo = (row: Record<string, string>) => ({
      ...blank('ID,Type,SKU,Name,Published,Description,In stock?,Stock,Sale price,Regular price,Categories,Images'),
      ...blank('Parent,Attribute 1 name,Attribute 1 value(s)'),
      Type: 'simple',
      Published: '1',
      'In stock?': '1',
      ...row,
    });
    const text = sheet([
      woo({
        ID: '10',
        Type: 'variable',
        SKU: 'HOOD',
        Name: 'Hood',
        Description: '<p>One</p>\\n<p>Two</p>',
        Categories: 'Wear > Hoods, Wear > Sale',
        'Attribute 1 value(s)': 'S, M',
      }),
      woo({
        ID: '11',
        Type: 'variation',
        SKU: 'HOOD-S',
        Name: 'Hood - S',
        'Regular price': '30',
        'Sale price': '20',
        Parent: 'HOOD',
        'Attribute 1 value(s)': 'S',
      }),
      woo({
        ID: '12',
        Type: 'variation',
        Name: 'Hood',
        'Regular price': '30',
        'In stock?': '0',
        Parent: 'HOOD',
        'Attribute 1 value(s)': 'M',
      }),
      woo({ ID: '20', Type: 'variable', Name: 'Cap', Categories: 'Wear' }),
      woo({ ID: '30', SKU: 'MUG', Name: 'Mug', 'Regular price': '9,50', Categories: 'Mugs\\, cups', Stock: '4' }),
      woo({
        ID: '21',
        Type: 'variation',
        Name: 'Cap',
        'Regular price': '12',
        Parent: 'id:20',
        'Attribute 1 value(s)': 'Red',
      }),
      woo({ ID: '40', Type: 'variable', SKU: 'LONE', Name: 'Lone' }),
      woo({ ID: '50', SKU: 'OFF', Name: 'Off', Published: '-1' }),
    ]);
    const { format, products, problems } = await load(text);
    expect(format).toBe('WooCommerce');
    const hood = { description: '<p>One</p>\n<p>Two</p>', main_category: 'Wear', category: 'Hoods' };
    expect(products).toEqual([
      { external_id: 'HOOD-S', title: 'Hood - S', price: '20', typical_price: '30', availability: '1', ...hood },
      { external_id: 'HOOD/M', title: 'Hood – M', price: '30', availability: '0', ...hood },
      {
        external_id: 'MUG',
        title: 'Mug',
        price: '9,50',
        availability: '1',
        main_category: 'Mugs, cups',
        category: 'Mugs, cups',
      },
      {
        external_id: 'id:20/Red',
        title: 'Cap – Red',
        price: '12',
        availability: '1',
        main_category: 'Wear',
        category: 'Wear',
      },
    ]);
    expect(problems).toEqual([
      '8 published is not on sale in the other shop',
      '7  is a product of variants, and none of them is in the file',
    ]);
  });

  test('eBay: rows of information stand above the header, and conditions are numbers', async () => {
    const text = table([
      ['#INFO', 'Version=0.0.2', 'Template= eBay-draft-listings-template_US', '', '', '', '', ''],
      ['#INFO', '', '', '', '', '', '', ''],
      [
        '*Action(SiteID=US|Currency=USD)',
        'CustomLabel',
        '*Title',
        '*ConditionID',
        '*StartPrice',
        '*Quantity',
        'Relationship',
        'RelationshipDetails',
      ],
      ['Add', 'TV-1', 'TV', '3000', '99', '2', '', ''],
      ['Add', 'TEE', 'Tee', '1000', '', '', '', 'Size=S;M'],
      ['', 'TEE-S', '', '', '10.00', '1', 'Variation', 'Size=S'],
      ['', 'TEE-M', '', '', '11.00', '', 'Variation', 'Size=M'],
      ['Add', 'PARTS', 'For parts', '7000', '5', '1', '', ''],
    ]);
    const open = await load(text, 'openBox');
    expect(open.format).toBe('eBay');
    expect(open.products).toEqual([
      { external_id: 'TV-1', title: 'TV', good_condition_price: '99', good_condition_available_quantity: '2' },
      {
        external_id: 'TEE-S',
        title: 'Tee – S',
        excellent_condition_price: '10.00',
        excellent_condition_available_quantity: '1',
      },
      {
        external_id: 'TEE-M',
        title: 'Tee – M',
        excellent_condition_price: '11.00',
        excellent_condition_available_quantity: '1',
      },
    ]);
    expect(open.problems).toEqual([
      '5 condition names no condition of this shop: excellent, very good, good or acceptable',
    ]);
  });

  test('eBay’s report of listings: variations share the number of their item', async () => {
    const text = sheet([
      {
        'Item number': '1',
        Title: 'Tee',
        'Variation details': '',
        'Custom label (SKU)': '',
        'Start price': '',
        Currency: 'EUR',
      },
      {
        'Item number': '1',
        Title: 'Tee',
        'Variation details': '[Size:S]',
        'Custom label (SKU)': 'T-S',
        'Start price': '9.5',
        Currency: 'EUR',
      },
      {
        'Item number': '1',
        Title: 'Tee',
        'Variation details': '[Size:M]',
        'Custom label (SKU)': 'T-M',
        'Start price': '9.5',
        Currency: 'USD',
      },
    ]);
    expect((await load(text)).products).toEqual([
      { external_id: 'T-S', title: 'Tee – S', price: 'EUR 9.5' },
      { external_id: 'T-M', title: 'Tee – M', price: '9.5' },
    ]);
  });

  test('Etsy: a listing is a product; without an SKU its title is the key', async () => {
    const text = sheet([
      {
        TITLE: 'Ring',
        DESCRIPTION: 'Two\nlines',
        PRICE: '15.00',
        CURRENCY_CODE: 'USD',
        QUANTITY: '2',
        IMAGE1: '',
        SKU: '',
      },
      { TITLE: 'Cup', DESCRIPTION: '', PRICE: '5.00', CURRENCY_CODE: 'GBP', QUANTITY: '0', IMAGE1: '', SKU: 'CUP' },
    ]);
    expect(await load(text)).toMatchObject({
      format: 'Etsy',
      products: [
        { external_id: 'Ring', title: 'Ring', description: 'Two\nlines', price: '15.00', availability: 'YES' },
        { external_id: 'CUP', title: 'Cup', price: 'GBP 5.00', availability: 'NO' },
      ],
    });
  });

  test('Amazon: a template has three rows of header; a report of listings one', async () => {
    const template = [
      'TemplateType=fptcustom\tVersion=2021.1\t\t\t\t\t\t',
      'Seller SKU\tName\tPrice\tQuantity\tParentage\tParent SKU\tColor\tUsed',
      'item_sku\titem_name\tstandard_price\tquantity\tparent_child\tparent_sku\tcolor_name\tcondition_type',
      'P\tLamp\t\t\tParent\t\t\t',
      'P-R\tLamp\t10\t1\tChild\tP\tRed\tUsedLikeNew',
      'P-B\tLamp\t11\t0\tChild\tP\tBlue\tUsedGood',
    ];
    expect(await load(template.join('\r\n'), 'openBox')).toMatchObject({
      format: 'Amazon',
      products: [
        { external_id: 'P-R', title: 'Lamp – Red', excellent_condition_price: '10' },
        {
          external_id: 'P-B',
          title: 'Lamp – Blue',
          good_condition_price: '11',
          good_condition_available_quantity: '0',
        },
      ],
    });
    const report =
      'item-name\tseller-sku\tprice\tquantity\titem-condition\tasin1\tproduct-id\n12" lamp\tL-1\t10\t1\t11\tB000000001\tB000000001\n';
    expect((await load(report)).products).toEqual([
      {
        external_id: 'L-1',
        title: '12" lamp',
        price: '10',
        availability: 'YES',
        link: 'https://www.amazon.com/dp/B000000001',
      },
    ]);
  });

  test('Amazon: the type of a number tells whether it is a barcode or an ASIN, which gives the link', async () => {
    const numbers = async (head: string, cells: readonly string[]) => {
      const { products } = await load(
        [
          `seller-sku\titem-name\tprice\t${head}`,
          ...cells.map((cell, index) => `K${index}\tLamp ${index}\t10\t${cell}`),
        ].join('\n'),
      );
      return products.map(({ barcode = '', link = '' }) => [barcode, link]);
    };
    const page = (asin: string) => `https://www.amazon.com/dp/${asin}`;
    expect(
      await numbers('product-id-type\tproduct-id', [
        '1\tB07ABCDEF1',
        '1\t0306406152',
        'ASIN\tBT00LN946S',
        '3\t012345678905',
        'EAN\t4006381333931',
        'GCID\t4000000000000000',
      ]),
    ).toEqual([
      ['', page('B07ABCDEF1')],
      ['', page('0306406152')],
      ['', page('BT00LN946S')],
      ['012345678905', ''],
      ['4006381333931', ''],
      ['', ''],
    ]);
    expect(
      await numbers('asin1\tproduct-id', [
        'B07ABCDEF1\tB07ABCDEF1',
        '0306406152\t0306406152',
        'B07ABCDEF1\t4006381333931',
        '\tB07ABCDEF1',
        '\t4.00638E+12',
      ]),
    ).toEqual([
      ['', page('B07ABCDEF1')],
      ['', page('0306406152')],
      ['4006381333931', page('B07ABCDEF1')],
      ['', page('B07ABCDEF1')],
      ['4.00638E+12', ''],
    ]);
  });

  const GOOGLE = {
    external_id: 'A1',
    title: 'Lamp',
    price: '15.00 USD',
    typical_price: '20.00 USD',
    availability: 'in_stock',
  };

  test('Google Merchant: a tab-separated file is read', async () => {
    const text = [
      'id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tsale_price\tproduct_type\tcondition',
      'A1\tLamp\tBright\thttps://shop.example/1\thttps://shop.example/1.jpg\tin_stock\t20.00 USD\t15.00 USD\tHome > Light\tnew',
    ].join('\n');
    const { format, products } = await load(text);
    expect(format).toBe('Google Merchant');
    expect(products).toEqual([
      {
        ...GOOGLE,
        description: 'Bright',
        link: 'https://shop.example/1',
        main_category: 'Home',
        category: 'Light',
        images: 'https://shop.example/1.jpg',
      },
    ]);
  });

  test('Google Merchant: RSS and Atom are read; Google’s elements win, nested elements are left out', async () => {
    const members =
      '<title>Lamp of RSS</title><g:title>Lamp</g:title><g:id>A1</g:id><g:image_link>x</g:image_link>' +
      '<description><![CDATA[<b>Bright</b> & "cold" 🧊]]></description><g:price>20.00 USD</g:price><g:sale_price>15.00 USD</g:sale_price>' +
      '<g:availability>in_stock</g:availability><g:shipping><g:price>5 USD</g:price></g:shipping>' +
      '<g:additional_image_link>y</g:additional_image_link><g:additional_image_link/>' +
      '<g:product_type>Home &gt; Light</g:product_type>';
    const rest = {
      description: '<b>Bright</b> & "cold" 🧊',
      link: 'https://shop.example/1',
      main_category: 'Home',
      category: 'Light',
    };
    const rss = `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title><item>${members}<link>https://shop.example/1</link></item></channel></rss>`;
    const atom = `<feed><title>Shop</title><entry>${members}<link href="https://shop.example/1"/></entry></feed>`;
    for (const text of [rss, atom]) {
      expect(await load(text)).toMatchObject({ format: 'Google Merchant', products: [{ ...GOOGLE, ...rest }] });
    }
  });

  test.each([
    ['Name;SKU;Preis;Retail Price;Stock;Category', 'Lamp;L-1;1;$1,299.00;4;Home'],
    ['STOCK;category;name;sku;retail_price', '4;Home;Lamp;L-1;$1,299.00'],
    ['Название;Артикул;Цена;Остаток;Категория', 'Lamp;L-1;$1,299.00;4;Home'],
    ['#;Name;SKU;Retail Price;Stock;Category', '1;Lamp;L-1;$1,299.00;4;Home'],
    ['Our spring catalogue;;;;\r\nProduct name;Item no.;Price;Qty;Type', 'Lamp;L-1;$1,299.00;4;Home'],
  ])('a spreadsheet with the columns %s is recognized', async (header, row) => {
    expect(await load(`\uFEFF${header}\r\n${row}\r\n`)).toMatchObject({
      format: 'spreadsheet',
      products: [
        {
          external_id: 'L-1',
          title: 'Lamp',
          price: '$1,299.00',
          availability: 'YES',
          main_category: 'Home',
          category: 'Home',
        },
      ],
    });
  });

  test('a spreadsheet with some of our column names gets its key and main category from other columns', async () => {
    expect(await load('Title,Category,Price\nLamp,Home,5\n')).toMatchObject({
      format: 'spreadsheet',
      products: [{ external_id: 'Lamp', title: 'Lamp', main_category: 'Home', category: 'Home', price: '5' }],
    });
  });

  test('our own columns are recognized in any order', async () => {
    const text = 'price,Title,external id,Main Category,category\n5,Lamp,L-1,Home,\n';
    expect(await load(text)).toMatchObject({
      format: 'own',
      products: [{ external_id: 'L-1', title: 'Lamp', price: '5', main_category: 'Home', category: '' }],
    });
    // An affiliate shop's export is imported into a shop that sells by condition.
    expect(
      await load('external_id,title,main_category,category,price,rate\nL-1,Lamp,Home,Light,5,4\n', 'openBox'),
    ).toMatchObject({
      format: 'spreadsheet',
      constants: { condition: 'excellent' },
      products: [
        {
          external_id: 'L-1',
          category: 'Light',
          excellent_condition_price: '5',
          excellent_condition_available_quantity: '1',
        },
      ],
    });
  });

  test('a file of 50,000 rows with one key is read within the time limit of a test', async () => {
    const variants = Array.from({ length: 50_000 }, (_value, index) => ['one', 'Fan', '5', `Color ${index}`]);
    const text = table([['Handle', 'Title', 'Variant Price', 'Option1 Value'], ...variants]);
    expect((await load(text)).products).toHaveLength(50_000);
    expect((await load(text, 'openBox')).products).toHaveLength(50_000);
  });

  test.each([
    ['Home', []],
    ['', ['main_category']],
  ])('a column of categories whose only value is “%s” leaves %j missing', async (category, missing) => {
    const { columns } = await read(`Handle,Title,Variant Price,Type\nlamp,Lamp,5,${category}\n`);
    const names = columns.map(({ name }) => name);
    expect(missingTargets(proposeMapping('affiliate', names), columns)).toEqual(missing);
  });

  test('a file without links is reported in a shop whose products are sold elsewhere', async () => {
    const lacks = async (text: string, offer: OfferKind = 'affiliate'): Promise<boolean> => {
      const { columns } = await read(text);
      const names = columns.map(({ name }) => name);
      return lacksLinks(proposeMapping(offer, names), offer, columns);
    };
    const withoutLinks = 'Handle,Title,Variant Price\nlamp,Lamp,5\n';
    expect(await lacks(withoutLinks)).toBe(true);
    expect(await lacks(withoutLinks, 'openBox')).toBe(false);
    expect(await lacks('Name,SKU,Url\nLamp,L,\n')).toBe(true);
    expect(await lacks('Name,SKU,Url\nLamp,L,https://retailer.example/l\n')).toBe(false);
    expect(await lacks('seller-sku,item-name,price,asin1\nL,Lamp,5,B000000001\n')).toBe(false);
  });

  test('a repeated header is not a product', async () => {
    expect((await load('Name,SKU\nLamp,L\nname,sku\n')).problems).toEqual(['2  repeats the names of the columns']);
  });
});

describe('a file that looks like a feed', () => {
  const item = '<item><g:id>1</g:id><title>A</title></item>';
  test.each([
    [
      '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><item><title>&b;</title></item></channel></rss>',
      'xmlEntities',
    ],
    ['<!doctype html><html><body>Sign in</body></html>', 'noFeed'],
    [`<rss><channel>${item}<item><title>B`, 'cutXml'],
    [`<rss><channel>${item}<item><title>B</item></channel></rss>`, 'brokenXml'],
    [`<rss>${'<a>'.repeat(100)}`, 'brokenXml'],
    [`<rss><item><title>${'x'.repeat(1_000_001)}</title></item></rss>`, 'longItem'],
  ])('number %$ is rejected with its reason', async (text, problem) => {
    await expect(read(text)).rejects.toMatchObject({ fault: { problem } });
  });

  test('an entity that XML does not have stays text', async () => {
    expect((await load('<rss><item><g:id>1</g:id><title>A &amp; B &lol;</title></item></rss>')).products).toMatchObject(
      [{ title: 'A & B &lol;' }],
    );
  });
});

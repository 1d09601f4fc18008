import { toCsvLine } from '#transfer/csv-cell.ts';

/** A product of a shop that moves here from another program; every file below describes it as far as the file's format can. */
interface Good {
  readonly number: number;
  readonly key: string;
  readonly title: string;
  readonly html: string;
  readonly price: string;
  readonly stock: number;
  readonly path: readonly [string, string];
  readonly images: readonly string[];
  /** Values of its only option; none for a product without variants. */
  readonly colors: readonly string[];
}

/** Stands for the site of the images until it is known. */
const IMAGE_SITE = 'IMAGE-SITE';

/** Products as in real files: HTML over several lines, quotes, emoji, some that are free or without images or stock, and a duplicate key. */
const GOODS: readonly Good[] = Array.from({ length: 36 }, (_value, index) => {
  const number = index + 1;
  return {
    number,
    key: `good-${number === 36 ? 20 : number}`,
    title: ['Desk lamp', 'Wool “Alpine” blanket', '12" pan, cast iron', 'Mug 🍵 & saucer'][index % 4] + ` ${number}`,
    html: `<p>Made by hand,\nin "small" lots &amp; numbers.</p>\n<ul><li>No. ${number} 🧵</li></ul>`,
    price: number % 9 === 0 ? '0.00' : `${number * 3}.95`,
    stock: number % 7 === 0 ? 0 : number,
    path: number % 2 === 0 ? ['Home', 'Kitchen'] : ['Home', 'Living room'],
    images: number % 5 === 0 ? [] : [`${IMAGE_SITE}/${number}-1.jpg`, `${IMAGE_SITE}/${number}-2.jpg`],
    colors: number % 6 === 0 && number < 36 ? ['Red', 'Blue, dark'] : [],
  };
});

type Row = Readonly<Record<string, string | number>>;

const toTable = (rows: readonly Row[], delimiter = ','): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  return delimiter === ','
    ? lines.map(toCsvLine).join('')
    : lines.map((cells) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`).join('');
};

const quote = (cell: string, delimiter: string): string =>
  /["\r\n]/u.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const shopify = (): Row[] =>
  GOODS.flatMap((good) => {
    const head = { Handle: good.key, Title: good.title, 'Body (HTML)': good.html, Vendor: 'Own', Type: good.path[1] };
    const category = { 'Product Category': good.path.join(' > '), Tags: 'a, b', Published: 'true' };
    const names = good.colors.length > 0 ? good.colors : ['Default Title'];
    const variants = names.map((color, index) => ({
      ...(index === 0 ? { ...head, ...category } : { Handle: good.key }),
      'Option1 Name': 'Color',
      'Option1 Value': color,
      'Variant Price': good.price,
      'Variant Inventory Qty': good.stock,
      'Image Src': good.images[0] ?? '',
      Status: 'active',
    }));
    return [...variants, ...good.images.slice(1).map((image) => ({ Handle: good.key, 'Image Src': image }))];
  });

const woocommerce = (): Row[] =>
  GOODS.flatMap((good) => {
    const row = (more: Row): Row => ({
      ID: good.number,
      Type: 'simple',
      SKU: good.key,
      Name: good.title,
      Published: 1,
      ...more,
    });
    const offer = {
      'In stock?': good.stock > 0 ? 1 : 0,
      Stock: good.stock,
      'Regular price': good.price,
      'Sale price': '',
    };
    const rest = {
      Description: good.html.replaceAll('\n', '\\n'),
      Categories: `${good.path.join(' > ')}, Sale`,
      Images: good.images.join(', '),
      Parent: '',
    };
    if (good.colors.length === 0) return [row({ ...offer, ...rest })];
    const colors = { 'Attribute 1 name': 'Color', 'Attribute 1 value(s)': good.colors.join(' | ') };
    const variations = good.colors.map((color, index) =>
      row({
        ...offer,
        ID: 1_000 + good.number * 2 + index,
        Type: 'variation',
        SKU: '',
        Parent: good.key,
        'Attribute 1 value(s)': color,
      }),
    );
    return [row({ Type: 'variable', ...rest, ...colors }), ...variations];
  });

const ebay = (): string => {
  const rows = GOODS.flatMap((good): Row[] => {
    const head = {
      '*Action(SiteID=US|Country=US|Currency=USD|Version=1193)': 'Add',
      CustomLabel: good.key,
      'Category name': good.path.join(' > '),
      '*Title': good.title,
      '*ConditionID': 3000,
      PicURL: good.images.join('|'),
      '*Description': good.html,
      Relationship: '',
      RelationshipDetails: good.colors.length > 0 ? `Color=${good.colors.join(';')}` : '',
    };
    const offer = { '*StartPrice': good.price, '*Quantity': good.stock };
    if (good.colors.length === 0) return [{ ...head, ...offer }];
    const variation = (color: string): Row => ({
      Relationship: 'Variation',
      RelationshipDetails: `Color=${color.replace(',', '')}`,
      ...offer,
    });
    return [head, ...good.colors.map(variation)];
  });
  return `#INFO,Version=0.0.2\r\n#INFO,,\r\n${toTable(rows)}`;
};

const etsy = (): Row[] =>
  GOODS.map((good) => ({
    TITLE: good.title,
    DESCRIPTION: good.html,
    PRICE: good.price,
    CURRENCY_CODE: 'USD',
    QUANTITY: good.stock,
    TAGS: 'a,b',
    MATERIALS: '',
    IMAGE1: good.images[0] ?? '',
    IMAGE2: good.images[1] ?? '',
    'VARIATION 1 TYPE': '',
    SKU: good.key,
  }));

const amazon = (): string => {
  const rows = GOODS.flatMap((good): Row[] => {
    const head = {
      item_sku: good.key,
      external_product_id: `B0${String(good.number).padStart(8, '0')}`,
      external_product_id_type: 'ASIN',
      item_name: good.title,
      product_description: good.html,
      item_type: good.path.join(' > '),
      main_image_url: good.images[0] ?? '',
      other_image_url1: good.images[1] ?? '',
      condition_type: 'New',
      parent_child: '',
      parent_sku: '',
      color_name: '',
    };
    const offer = { standard_price: good.price, quantity: good.stock };
    if (good.colors.length === 0) return [{ ...head, ...offer }];
    const child = (color: string): Row => ({
      ...head,
      ...offer,
      item_sku: `${good.key}/${color}`,
      parent_child: 'Child',
      parent_sku: good.key,
      color_name: color,
    });
    return [{ ...head, parent_child: 'Parent' }, ...good.colors.map(child)];
  });
  return `TemplateType=fptcustom\tVersion=2021.1130\r\nSeller SKU\tProduct Name\r\n${toTable(rows, '\t')}`;
};

const google = (): Row[] =>
  GOODS.flatMap((good) =>
    (good.colors.length > 0 ? good.colors : ['']).map((color) => ({
      id: color === '' ? good.key : `${good.key}/${color}`,
      title: good.title,
      description: good.html,
      link: `https://shop.example/${good.key}`,
      image_link: good.images[0] ?? '',
      additional_image_link: good.images[1] ?? '',
      price: `${good.price} USD`,
      availability: good.stock > 0 ? 'in_stock' : 'out_of_stock',
      condition: 'new',
      product_type: good.path.join(' > '),
      item_group_id: color === '' ? '' : good.key,
      color,
    })),
  );

const googleXml = (): string => {
  const items = google().map((row) => {
    const members = Object.entries(row).filter(([, text]) => text !== '');
    return `<item>${members.map(([name, text]) => `<g:${name}>${escape(String(text))}</g:${name}>`).join('')}</item>`;
  });
  return `<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>\n${items.join('\n')}</channel></rss>\n`;
};

const spreadsheet = (): Row[] =>
  GOODS.map((good) => ({
    STOCK: good.stock,
    'Item No.': good.key,
    'Product Name': good.title,
    Details: good.html,
    Photo: good.images[0] ?? '',
    'Price (USD)': `$${good.price.replace('.', ',')}`,
    Department: good.path[0],
    Category: good.path[1],
  }));

const FILES = {
  Shopify: { text: () => `\uFEFF${toTable(shopify())}`, hasVariants: true, images: 2 },
  WooCommerce: { text: () => `\uFEFF${toTable(woocommerce())}`, hasVariants: true, images: 2 },
  eBay: { text: ebay, hasVariants: true, images: 2 },
  Etsy: { text: () => toTable(etsy()), hasVariants: false, images: 2 },
  Amazon: { text: amazon, hasVariants: true, images: 2 },
  'Google Merchant': { text: () => toTable(google(), '\t'), hasVariants: true, images: 2 },
  'Google Merchant, XML': { text: googleXml, hasVariants: true, images: 2 },
  spreadsheet: { text: () => `\uFEFF${toTable(spreadsheet(), ';')}`, hasVariants: false, images: 1 },
} as const;

/**
 * The same products as a file of each program, with the number of images that such a file has for a product; every fifth product has none.
 * The images are at an address that does not exist, unless another site is given.
 */
export const FOREIGN_FILES = Object.fromEntries(
  Object.entries(FILES).map(([name, file]) => [
    name,
    { ...file, text: (site = 'https://img.example') => file.text().replaceAll(IMAGE_SITE, site) },
  ]),
) as Record<
  keyof typeof FILES,
  { readonly text: (site?: string) => string; readonly hasVariants: boolean; readonly images: number }
>;

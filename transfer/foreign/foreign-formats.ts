/** What a column of another program's file stands for: a column of ours, how rows belong together, or what `to-products.ts` has a rule for. */
export type Meaning =
  | 'external_id'
  /** A second key of a row, by which other rows may name it: 12 as `id:12`. */
  | 'other_id'
  | 'title'
  | 'description'
  | 'barcode'
  /** A number that is a barcode or Amazon's own, as its type says. */
  | 'product_id'
  | 'product_id_type'
  | 'main_category'
  | 'category'
  /** A path such as `Phones > Cases`. */
  | 'category_path'
  /** Paths with commas between them, of which the first counts. */
  | 'category_paths'
  | 'price'
  | 'sale_price'
  | 'typical_price'
  /** The code of the currency of the row's prices. */
  | 'currency'
  | 'quantity'
  | 'availability'
  | 'condition'
  | 'rate'
  | 'link'
  /** Amazon's number of a product, which leads to its page. */
  | 'asin'
  | 'store'
  /** The key that rows of one product share. */
  | 'group'
  /** Whether a row is a product, a parent of variants or a variant. */
  | 'kind'
  /** The value of one option of a variant, such as `Red`; columns add up. */
  | 'option'
  /** All options of a variant in one cell, such as `Color=Red|Size=M`. */
  | 'options'
  /** Whether the product is on sale in the other shop. */
  | 'published'
  /** Links to the images of the row; columns add up. */
  | 'images'
  /** Links to images of the whole product, on whichever of its rows they are; columns add up. */
  | 'product_images';

/** A program whose files are recognized. */
export interface ForeignFormat {
  readonly name: string;
  /** Sets of columns: each file of this program has all columns of one set, and no other program's file does. */
  readonly marks: readonly (readonly string[])[];
  /** The columns of each meaning, most important first, as `plainName` writes them. */
  readonly columns: Partial<Record<Meaning, readonly string[]>>;
  /** Whether the program writes a line break as the two characters `\n`, also into HTML. */
  readonly hasWrittenBreaks?: true;
}

/** Returns a column's name by its letters and digits alone: `*Custom label (SKU)` is `customlabelsku`. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Splits texts of several names. */
export const words = (...texts: string[]): string[] => texts.flatMap((text) => text.split(' '));

const numbered = (count: number, name: (number: number) => string): string[] =>
  Array.from({ length: count }, (_value, index) => name(index + 1));

/** The programs whose files are recognized by their column names. */
export const FOREIGN_FORMATS: readonly ForeignFormat[] = [
  {
    name: 'Shopify',
    marks: [
      ['handle', 'title', 'variantprice'],
      ['handle', 'title', 'bodyhtml'],
      ['urlhandle', 'title', 'price'],
    ],
    columns: {
      group: ['handle', 'urlhandle'],
      title: ['title'],
      description: ['bodyhtml', 'description'],
      category: ['type'],
      category_path: ['productcategory', 'standardizedproducttype'],
      option: numbered(3, (number) => `option${number}value`),
      price: ['variantprice', 'price'],
      typical_price: ['variantcompareatprice', 'compareatprice'],
      quantity: ['variantinventoryqty', 'inventoryquantity'],
      barcode: ['variantbarcode', 'barcode'],
      condition: ['googleshoppingcondition'],
      published: ['status', 'published', 'publishedononlinestore'],
      images: ['variantimage', 'variantimageurl'],
      product_images: ['imagesrc', 'productimageurl'],
    },
  },
  {
    name: 'WooCommerce',
    marks: [
      ['name', 'regularprice', 'sku'],
      ['type', 'sku', 'name', 'parent'],
    ],
    columns: {
      external_id: ['sku'],
      other_id: ['id'],
      kind: ['type'],
      group: ['parent'],
      title: ['name'],
      description: ['description', 'shortdescription'],
      category_paths: ['categories'],
      price: ['regularprice'],
      sale_price: ['saleprice'],
      quantity: ['stock'],
      availability: ['instock'],
      barcode: ['gtinupceanorisbn'],
      link: ['externalurl'],
      option: numbered(5, (number) => `attribute${number}values`),
      published: ['published'],
      images: ['images'],
    },
    hasWrittenBreaks: true,
  },
  {
    name: 'Etsy',
    marks: [['title', 'price', 'currencycode', 'quantity']],
    columns: {
      external_id: ['listingid', 'sku'],
      title: ['title'],
      description: ['description'],
      price: ['price'],
      currency: ['currencycode'],
      quantity: ['quantity'],
      category: ['section', 'shopsection', 'category'],
      images: numbered(10, (number) => `image${number}`),
    },
  },
  {
    name: 'eBay',
    marks: [
      ['title', 'startprice'],
      ['title', 'customlabelsku'],
      ['title', 'conditionid'],
    ],
    columns: {
      external_id: ['customlabel', 'customlabelsku', 'sku'],
      group: ['itemnumber', 'itemid'],
      kind: ['relationship'],
      options: ['relationshipdetails', 'variationdetails'],
      title: ['title'],
      description: ['description'],
      category_path: ['categoryname', 'ebaycategory1name', 'storecategoryname'],
      price: ['buyitnowprice', 'currentprice', 'startprice', 'price'],
      currency: ['currency'],
      quantity: ['availablequantity', 'quantity'],
      condition: ['conditionid', 'condition'],
      barcode: ['pupc', 'pean', 'pisbn', 'productupc', 'productean', 'productisbn', 'upc', 'ean', 'isbn'],
      images: ['picurl', 'itemphotourl', 'pictureurl', 'galleryurl'],
    },
  },
  {
    name: 'Amazon',
    marks: [
      ['itemsku', 'itemname'],
      ['sellersku', 'itemname'],
      ['sellersku', 'asin1'],
    ],
    columns: {
      external_id: ['itemsku', 'sellersku', 'sku'],
      group: ['parentsku'],
      kind: ['parentchild', 'parentagelevel'],
      title: ['itemname'],
      description: ['productdescription', 'itemdescription'],
      category_path: [
        'producttype',
        'itemtypename',
        'feedproducttype',
        'itemtype',
        'itemtypekeyword',
        'zshopcategory1',
      ],
      price: ['standardprice', 'yourprice', 'price'],
      sale_price: ['saleprice'],
      typical_price: ['listprice', 'manufacturersuggestedretailprice'],
      currency: ['currency'],
      quantity: ['quantity', 'afnfulfillablequantity'],
      condition: ['conditiontype', 'itemcondition'],
      product_id: ['externalproductid', 'productid'],
      product_id_type: ['externalproductidtype', 'productidtype'],
      option: ['colorname', 'sizename', 'stylename', 'color', 'size', 'style'],
      asin: ['asin', 'asin1'],
      images: ['mainimageurl', 'imageurl', ...numbered(8, (number) => `otherimageurl${number}`)],
    },
  },
  {
    name: 'Google Merchant',
    marks: [
      ['id', 'title', 'imagelink'],
      ['id', 'title', 'link', 'availability', 'price'],
    ],
    columns: {
      external_id: ['id'],
      group: ['itemgroupid'],
      title: ['title'],
      description: ['description'],
      link: ['link'],
      category_path: ['producttype', 'googleproductcategory'],
      price: ['price'],
      sale_price: ['saleprice'],
      quantity: ['quantity', 'selltosellquantity'],
      availability: ['availability'],
      condition: ['condition'],
      barcode: ['gtin'],
      option: ['color', 'size', 'material', 'pattern'],
      images: ['imagelink', 'additionalimagelink'],
    },
  },
];

/** Names that people give the columns of their own spreadsheets; used for files without the marks of any program. */
export const SPREADSHEET: ForeignFormat = {
  name: 'spreadsheet',
  marks: [],
  columns: {
    external_id: words(
      'externalid sku stockkeepingunit articlenumber articleno article itemnumber itemno itemcode',
      'productcode productid partnumber partno code ref reference handle id артикул код кодтовара',
    ),
    title: words(
      'title name productname producttitle itemname itemtitle product item model название наименование',
      'товар',
    ),
    description: words(
      'description longdescription productdescription itemdescription details body bodyhtml text about',
      'shortdescription описание',
    ),
    main_category: ['maincategory', 'department', 'maingroup', 'group', 'отдел', 'главнаякатегория'],
    category: ['category', 'subcategory', 'productcategory', 'type', 'producttype', 'категория', 'раздел'],
    category_path: ['categorypath', 'breadcrumb', 'breadcrumbs'],
    category_paths: ['categories'],
    price: words(
      'price retailprice sellingprice ourprice unitprice regularprice priceusd usd amount цена',
      'стоимость',
    ),
    sale_price: ['saleprice', 'specialprice', 'discountprice', 'ценасоскидкой'],
    typical_price: words(
      'typicalprice msrp rrp listprice compareatprice compareprice oldprice was wasprice стараяцена',
    ),
    currency: ['currency', 'currencycode', 'валюта'],
    quantity: words(
      'quantity qty stock instockquantity stockquantity stockqty onhand inventory units',
      'availablequantity pcs count количество остаток колво',
    ),
    availability: ['availability', 'available', 'instock', 'stockstatus', 'вналичии', 'наличие'],
    condition: ['condition', 'itemcondition', 'grade', 'state', 'состояние'],
    rate: ['rate', 'rating', 'stars', 'averagerating', 'рейтинг'],
    link: ['link', 'url', 'producturl', 'productlink', 'buylink', 'affiliatelink', 'page', 'website', 'ссылка'],
    asin: ['asin'],
    store: ['store', 'location', 'warehouse', 'магазин', 'склад'],
    barcode: ['barcode', 'ean', 'ean13', 'upc', 'gtin', 'isbn', 'штрихкод'],
    images: [
      ...words('images image imageurl imageurls imagelink imagelinks imagesrc mainimage picture pictures pictureurl'),
      ...words('photo photos photourl img thumbnail additionalimages additionalimagelink фото картинка изображение'),
      ...numbered(10, (number) => `image${number}`),
      ...numbered(10, (number) => `photo${number}`),
    ],
  },
};

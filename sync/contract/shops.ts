/** How a shop sells: `affiliate` links out to a retailer, `openBox` sells used items by condition. */
export type OfferKind = 'affiliate' | 'openBox';

export type SidebarSection = 'sort' | 'categories' | 'builds';

/** Sort orders; without one products are ordered alphabetically. */
export type SortKey = 'views' | 'rating' | 'priceAsc' | 'priceDesc';

/** Everything that differs from shop to shop, except what follows from the offer kind. */
export interface ShopDefinition {
  /** Value of `?shop=`. */
  readonly key: string;
  /** Segment in the paths of edit, delete and image calls. */
  readonly editKey: string;
  readonly path: string;
  readonly adminPath: string;
  /** Folder under `/images/`. */
  readonly imageFolder: string;
  readonly offer: OfferKind;
  readonly sidebar: readonly SidebarSection[];
  readonly sorts: readonly SortKey[];
  readonly hasTopStrip: boolean;
  readonly hasDisclosure: boolean;
  /** Reaction of the add form to a missing id. */
  readonly addWithoutId: 'alert' | 'ignore';
}

/** The shops, in the order of the top bar. Texts and the demo catalogue of a shop are in tables by its key. */
export const SHOPS = [
  {
    key: 'default',
    editKey: 'products',
    path: '/refferals',
    adminPath: '/admin',
    imageFolder: 'Products',
    offer: 'affiliate',
    sidebar: ['sort', 'categories'],
    sorts: ['views', 'rating', 'priceAsc', 'priceDesc'],
    hasTopStrip: true,
    hasDisclosure: true,
    addWithoutId: 'alert',
  },
  {
    key: 'ayz',
    editKey: 'ayz',
    path: '/',
    adminPath: '/ayzadmin',
    imageFolder: 'AYZProducts',
    offer: 'openBox',
    sidebar: ['sort', 'categories'],
    sorts: ['views', 'priceAsc', 'priceDesc'],
    hasTopStrip: false,
    hasDisclosure: false,
    addWithoutId: 'ignore',
  },
  {
    key: 'pc',
    editKey: 'pc',
    path: '/pcshop',
    adminPath: '/pcadmin',
    imageFolder: 'PCProducts',
    offer: 'affiliate',
    sidebar: ['builds'],
    sorts: ['views', 'rating', 'priceAsc', 'priceDesc'],
    hasTopStrip: false,
    hasDisclosure: false,
    addWithoutId: 'alert',
  },
  {
    key: 'smart',
    editKey: 'smart',
    path: '/smartshop',
    adminPath: '/smartadmin',
    imageFolder: 'SmartProducts',
    offer: 'affiliate',
    sidebar: ['sort', 'categories'],
    sorts: ['views', 'rating', 'priceAsc', 'priceDesc'],
    hasTopStrip: true,
    hasDisclosure: false,
    addWithoutId: 'alert',
  },
] as const satisfies readonly ShopDefinition[];

export type ShopKey = (typeof SHOPS)[number]['key'];

/** A shop with the general types of its fields, not the literal ones of `SHOPS`. */
export type ShopRow = ShopDefinition & { readonly key: ShopKey };

export const SHOP_ROWS: readonly ShopRow[] = SHOPS;

/** Returns whether a list begins with the strip of most viewed products. A sorted list does not: the strip would not follow the sort. */
export const showsTopStrip = (shop: ShopDefinition, sort: SortKey | null): boolean => shop.hasTopStrip && sort === null;

export const SHOP_KEYS = SHOPS.map((shop) => shop.key) as [ShopKey, ...ShopKey[]];

const SHOP_BY_KEY = Object.fromEntries(SHOP_ROWS.map((shop) => [shop.key, shop])) as Record<ShopKey, ShopRow>;

/** Returns the definition of a shop. */
export const getShop = (key: ShopKey): ShopRow => SHOP_BY_KEY[key];

export const isShopKey = (value: unknown): value is ShopKey =>
  typeof value === 'string' && Object.hasOwn(SHOP_BY_KEY, value);

/** Tables and their keys and indexes; the first is the key. */
export const CATALOG_TABLES = {
  shops: 'shop',
  blocks: '[shop+hash], [shop+kind]',
  overlay: '[shop+id], [shop+seq]',
  views: 'shop',
  firstPages: '[shop+list]',
  meta: 'key',
} as const;

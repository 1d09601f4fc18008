import { CONDITIONS, priceField, quantityField } from '#contract/products/conditions.ts';
import { MARKETPLACES } from '#contract/products/marketplaces.ts';
import { adminMessages } from './en/admin.ts';
import { conditionName } from './term-names.ts';

/** Returns the label of a product field; its name when it has none. */
export function fieldLabel(name: string): string {
  const { fields } = adminMessages.products;
  for (const { key } of CONDITIONS) {
    if (name === priceField(key)) return fields.conditionPrice(conditionName(key));
    if (name === quantityField(key)) return fields.conditionQuantity(conditionName(key));
  }
  const marketplace = MARKETPLACES.find(({ key }) => key === name);
  if (marketplace) return fields.marketplace(marketplace.name);
  const label = Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : name;
  return typeof label === 'string' ? label : name;
}

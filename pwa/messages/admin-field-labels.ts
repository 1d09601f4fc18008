import { CONDITIONS, priceField, quantityField } from '#contract/conditions.ts';
import { adminMessages } from './en/admin.ts';

const { fields } = adminMessages.products;

const LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(fields).filter(([, label]) => typeof label === 'string')),
  ...Object.fromEntries(
    CONDITIONS.flatMap(({ key, label, marker }) => [
      [priceField(key), fields.conditionPrice(`${marker} ${label}`)],
      [quantityField(key), fields.conditionQuantity(`${marker} ${label}`)],
    ]),
  ),
} as Record<string, string>;

/** Returns the label of a product field; its name when it has none. */
export const fieldLabel = (name: string): string => LABELS[name] ?? name;

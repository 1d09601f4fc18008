/** The four conditions of an open-box product, best first; `marker` is the emoji shown before the label. */
export const CONDITIONS = [
  { key: 'excellent', label: 'excellent', marker: '🟢' },
  { key: 'verygood', label: 'Very Good', marker: '🔵' },
  { key: 'good', label: 'good', marker: '🟡' },
  { key: 'acceptable', label: 'acceptable', marker: '🟠' },
] as const;

export type Condition = (typeof CONDITIONS)[number];
export type ConditionKey = Condition['key'];

export const CONDITION_KEYS = CONDITIONS.map(({ key }) => key) as [ConditionKey, ...ConditionKey[]];

/** Wire name of a condition's price, a decimal string of dollars. */
export type ConditionPriceField = `${ConditionKey}_condition_price`;
/** Wire name of a condition's stock, a whole number as a string. */
export type ConditionQuantityField = `${ConditionKey}_condition_available_quantity`;

export const priceField = (key: ConditionKey): ConditionPriceField => `${key}_condition_price`;
export const quantityField = (key: ConditionKey): ConditionQuantityField => `${key}_condition_available_quantity`;

/** Builds a product's members for the price and the stock of each condition. */
export const conditionMembers = <Price, Quantity>(price: Price, quantity: Quantity) =>
  Object.fromEntries(
    CONDITION_KEYS.flatMap((key) => [
      [priceField(key), price],
      [quantityField(key), quantity],
    ]),
  ) as Record<ConditionPriceField, Price> & Record<ConditionQuantityField, Quantity>;

/** Builds one value per condition. */
export const mapConditions = <T>(build: (condition: Condition) => T) =>
  Object.fromEntries(CONDITIONS.map((condition) => [condition.key, build(condition)])) as Record<ConditionKey, T>;

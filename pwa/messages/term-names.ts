import { CONDITIONS } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { isOrderStatus } from '#contract/orders/order-status.ts';
import { termMessages } from './en/terms.ts';

/** Returns the name of a condition; the key of an unknown one. */
export const conditionName = (key: string): string =>
  Object.hasOwn(termMessages.conditions, key) ? termMessages.conditions[key as ConditionKey] : key;

/** Returns a condition's marker followed by its name. */
export const markedCondition = (key: ConditionKey): string =>
  `${CONDITIONS.find((condition) => condition.key === key)?.marker} ${conditionName(key)}`;

/** Returns the name of a payment status; the provider's own word for an unknown one. */
export const paymentName = (status: string): string => (isOrderStatus(status) ? termMessages.payments[status] : status);

import { ORDERS_PATH } from '#contract/screens/screens.ts';
import { getShop } from '#contract/shops.ts';
import { OutboxButton } from '#pwa/features/admin-outbox/outbox-button.tsx';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';
import { adminFormUrl } from './admin-form-url.ts';

/** The pending operations; those that can be corrected lead to their form, or to the orders. */
export const AdminOutboxButton = () => <OutboxButton onOpen={open} />;

function open({ op, operation }: AdminEntry): void {
  const url =
    'shop' in operation ? adminFormUrl(getShop(operation.shop).adminPath, { form: 'operation', op }) : ORDERS_PATH;
  navigate(url);
}

import type { ReactNode } from 'react';
import type { ShopRow } from '#contract/shops.ts';
import { AuditLog } from '#pwa/features/admin-audit/audit-log.tsx';
import { RepliesPage } from '#pwa/features/admin-replies/replies-page.tsx';
import { ShopSettingsPage } from '#pwa/features/admin-shop-settings/shop-settings-page.tsx';
import { TransferPage } from '#pwa/features/admin-transfer/transfer-page.tsx';
import { AccessPage } from '#pwa/features/administrators/access/access-page.tsx';
import { PeoplePage } from '#pwa/features/administrators/people/people-page.tsx';
import { FirstSteps } from '#pwa/features/first-steps/first-steps.tsx';
import { ServerSettings } from '#pwa/features/first-steps/server-settings.tsx';
import { ProductCardView } from '#pwa/features/product/card/product-card-view.tsx';
import { ProductImageView } from '#pwa/features/product/images/product-image-view.tsx';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useMay } from '#pwa/platform/admin/admin-access.ts';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { firstStepMessages } from '#pwa/messages/en/first-steps.ts';
import { adminReplyMessages } from '#pwa/messages/en/admin-replies.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { AdminDevices } from './admin-devices.tsx';
import { AdminLink } from './admin-link.tsx';
import { findRequiredRole, stepUrl } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';
import { AdminChatsScreen } from './admin-chats-screen.tsx';
import { InsightsScreen } from './insights-screen.tsx';
import { MoreScreen } from './more-screen.tsx';
import { NotOffered } from './not-offered.tsx';
import { OrdersScreen } from './orders-screen.tsx';
import { ProductsScreen } from './products-screen.tsx';
import { ShopAdminScreen } from './shop-admin-screen.tsx';
import styles from './team-screen.module.css';

/** The screen of a route. */
export function AdminScreen({ route }: { readonly route: AdminRoute }) {
  const role = findRequiredRole(route);
  const isOffered = useMay(role);
  if (!isOffered && role !== 'any') return <NotOffered role={role} />;
  if (route.screen === 'orders') return <OrdersScreen />;
  if (route.view === null) return withFirstSteps(route.shop, <ShopAdminScreen shop={route.shop} />);
  if (route.view === 'audit') return <AuditScreen />;
  if (route.view === 'team') return <TeamScreen />;
  if (route.view === 'more') return <MoreScreen shop={route.shop} />;
  if (route.view === 'chats') return <AdminChatsScreen />;
  if (route.view === 'shop') return <ShopSettingsScreen />;
  if (route.view === 'replies') return <RepliesScreen />;
  if (route.view === 'transfer') return <TransferScreen shop={route.shop} />;
  if (route.view === 'insights') return <InsightsScreen shop={route.shop} />;
  if (route.view === 'setup') return <ServerSettingsScreen />;
  return withFirstSteps(route.shop, <ProductsScreen shop={route.shop} />);
}

/** Shows the remaining first steps above a screen: above the forms, to which a login leads, and above the list of products. */
const withFirstSteps = ({ adminPath }: ShopRow, screen: ReactNode) => (
  <>
    <FirstSteps renderLink={(step, content) => <AdminLink href={stepUrl(adminPath, step)}>{content}</AdminLink>} />
    {screen}
  </>
);

/** Explains the first steps that are possible only in the server's settings. */
function ServerSettingsScreen() {
  useDocumentTitle(firstStepMessages.setup);
  return <ServerSettings />;
}

/** The administrators' changes. */
function AuditScreen() {
  useDocumentTitle(adminAuditMessages.title);
  return <AuditLog />;
}

/** The shop's name, look and texts. */
function ShopSettingsScreen() {
  useDocumentTitle(adminMessages.frame.shop);
  return <ShopSettingsPage />;
}

/** The canned replies of those who answer chats. */
function RepliesScreen() {
  useDocumentTitle(adminReplyMessages.title);
  return <RepliesPage />;
}

/** The administrator's own passkeys, recovery codes and devices; for owners, all administrators. */
function TeamScreen() {
  useDocumentTitle(adminMessages.frame.team);
  const isOwner = useMay('owner');
  return (
    <div className={styles['team']}>
      <h1>{adminMessages.frame.team}</h1>
      {isOwner && (
        <PeoplePage
          renderDevices={(id) => <AdminDevices belongs={({ administrator }) => administrator?.id === id} />}
        />
      )}
      <AccessPage
        renderDevices={(id) => <AdminDevices belongs={({ administrator }) => (administrator?.id ?? null) === id} />}
      />
    </div>
  );
}

/** Export and import of a shop's products. */
function TransferScreen({ shop }: { readonly shop: ShopRow }) {
  useDocumentTitle(adminTransferMessages.title);
  return (
    <TransferPage
      shop={shop}
      renderCard={(card) => (
        <ProductCardView
          shop={shop}
          card={card}
          image={<ProductImageView card={card} imageFolder={shop.imageFolder} priority="lazy" />}
        />
      )}
    />
  );
}

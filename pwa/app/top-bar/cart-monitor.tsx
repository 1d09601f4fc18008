import { useUser } from '#pwa/platform/session/session.ts';
import { LazyUserCart } from '../cart/lazy-user-cart.tsx';

/** Keeps an eye on the cart of whoever is signed in; a visitor's device fetches nothing for it. */
export function CartMonitor({ onCount }: { readonly onCount: (count: number) => void }) {
  const user = useUser();
  return user && <LazyUserCart key={user.sub}>{(part) => <part.UserCartMonitor onCount={onCount} />}</LazyUserCart>;
}

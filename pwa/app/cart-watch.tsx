import { useUser } from '#pwa/platform/session.ts';
import { WithCart } from './with-cart.tsx';

/** Keeps an eye on the cart of whoever is signed in; a visitor's device fetches nothing for it. */
export function CartWatch({ onCount }: { readonly onCount: (count: number) => void }) {
  const user = useUser();
  return user && <WithCart key={user.sub}>{(part) => <part.CartKeeper onCount={onCount} />}</WithCart>;
}

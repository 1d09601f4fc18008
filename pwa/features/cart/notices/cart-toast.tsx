import { useCartToast } from './cart-toast-state.ts';
import styles from './cart-toast.module.css';

/** What became of a wish about the cart, over the foot of the page; a window that is open says it itself. */
export const CartToast = () => {
  const word = useCartToast();
  return (
    <div className={styles['place']} role="status">
      {word !== '' && (
        <p className={styles['toast']}>
          <span>{word}</span>
        </p>
      )}
    </div>
  );
};

import { useCartToast } from './cart-toast-state.ts';
import styles from './cart-toast.module.css';

/** The toast with the result of a change to the cart. While a window about the cart is open, the window shows it instead. */
export const CartToast = () => {
  const text = useCartToast();
  return (
    <div className={styles['frame']} role="status">
      {text !== '' && (
        <p className={styles['toast']}>
          <span>{text}</span>
        </p>
      )}
    </div>
  );
};

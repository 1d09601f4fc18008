import { useCartToast } from './cart-toast-state.ts';
import styles from './cart-toast.module.css';

/** The toast with the result of a change to the cart; renders nothing while a window with `useInlineCartToast` shows the result. */
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

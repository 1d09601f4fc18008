import styles from './spinner.module.css';

/** Turns as long as something is on its way; the text beside it says what. */
export const Spinner = () => <span className={styles['spinner']} aria-hidden="true" />;

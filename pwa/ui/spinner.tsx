import styles from './spinner.module.css';

/** A progress indicator without an accessible name; the text beside it describes the task. */
export const Spinner = () => <span className={styles['spinner']} aria-hidden="true" />;

import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import styles from './administrators.module.css';

const { people } = administratorMessages;

/** How the first owner registers, shown while no passkey is registered. */
export const FirstPasskeyHint = () => (
  <section className={styles['box']}>
    <h2>{people.noPasskeyYet}</h2>
    <p>{people.noPasskeyYetHint}</p>
    <p className={styles['secret']}>{people.command}</p>
  </section>
);

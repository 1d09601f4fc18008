import type { AdminRole } from '#contract/roles.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import styles from './not-offered.module.css';

const { notOffered, roles } = administratorMessages;

/** Stands in place of a screen that the administrator's roles do not include. */
export const NotOffered = ({ role }: { readonly role: AdminRole }) => (
  <section className={styles['empty']}>
    <h1>{notOffered.title}</h1>
    <p>{notOffered.hint(roles[role].name)}</p>
  </section>
);

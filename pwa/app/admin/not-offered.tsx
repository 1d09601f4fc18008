import type { AdminRole } from '#contract/account/roles.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import emptyStyles from '#pwa/ui/empty-card.module.css';

const { notOffered, roles } = administratorMessages;

/** Stands in place of a screen that the administrator's roles do not include. */
export const NotOffered = ({ role }: { readonly role: AdminRole }) => (
  <section className={emptyStyles['empty']}>
    <h1>{notOffered.title}</h1>
    <p>{notOffered.hint(roles[role].name)}</p>
  </section>
);

import { ADMIN_ROLES } from '#contract/account/roles.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import styles from './role-chips.module.css';

const { roles: texts, people } = administratorMessages;

/** The roles of a person, in their fixed order. */
export function RoleChips({ roles }: { readonly roles: readonly AdminRole[] }) {
  const shown = ADMIN_ROLES.filter((role) => roles.includes(role));
  return (
    <ul className={styles['chips']} aria-label={people.rolesLabel}>
      {shown.map((role) => (
        <li key={role} className={styles['chip']} data-role={role}>
          {texts[role].name}
        </li>
      ))}
      {shown.length === 0 && <li className={styles['chip']}>{administratorMessages.noRoles}</li>}
    </ul>
  );
}

interface RoleChoiceProps {
  readonly roles: readonly AdminRole[];
  readonly onChange: (roles: readonly AdminRole[]) => void;
}

/** Chips with checkboxes, one per role. */
export const RoleChoice = ({ roles, onChange }: RoleChoiceProps) => (
  <fieldset className={styles['choice']}>
    <legend>{people.rolesLabel}</legend>
    {ADMIN_ROLES.map((role) => (
      <label key={role} className={styles['option']}>
        <input
          type="checkbox"
          checked={roles.includes(role)}
          onChange={(event) =>
            onChange(ADMIN_ROLES.filter((other) => (other === role ? event.target.checked : roles.includes(other))))
          }
        />
        {texts[role].name}
        <span className={styles['hint']}>{texts[role].hint}</span>
      </label>
    ))}
  </fieldset>
);

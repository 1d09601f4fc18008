import { useId } from 'react';
import { adminShopMessages } from '#pwa/messages/en/admin-shop.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { readLogo } from './read-logo.ts';
import styles from './shop-settings.module.css';

interface LogoFieldProps {
  /** The chosen logo; null if it was removed; undefined to keep the shop's logo. */
  readonly logo: string | null | undefined;
  readonly problem: string | undefined;
  readonly onLogo: (logo: string | null) => void;
}

/** The shop's logo with a field to choose another one. */
export function LogoField({ logo, problem, onLogo }: LogoFieldProps) {
  const id = useId();
  const { mark, hasLogo = false } = useShopSettings();
  const shown = logo === undefined && hasLogo ? mark : logo;
  return (
    <div className={styles['field']}>
      <p className={styles['label']}>
        {adminShopMessages.logo} <span>{adminShopMessages.logoHint}</span>
      </p>
      <div className={styles['line']}>
        {shown && problem === undefined && <img src={shown} alt="" height="44" />}
        <label className={classNames(buttonClass('secondary'), styles['file'])}>
          {adminShopMessages.chooseLogo}
          <input
            type="file"
            accept="image/svg+xml,image/png"
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void readLogo(file).then(onLogo);
              // Without this reset, choosing the same file again would fire no change event.
              target.value = '';
            }}
          />
        </label>
        {shown && <Button onClick={() => onLogo(null)}>{adminShopMessages.removeLogo}</Button>}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  );
}

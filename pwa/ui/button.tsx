import type { ComponentProps, ReactElement } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icons/icon.tsx';
import type { IconName } from './icons/icon.tsx';
import styles from './button.module.css';

/** `danger`: a quiet button that asks whether to delete; `destructive`: the button in that question that deletes. */
export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger' | 'destructive';

/** Returns the class names of a button, for links that look like one. */
export const buttonClass = (look: ButtonLook, isWide = false): string =>
  classNames(styles['button'], styles[look], isWide && styles['wide']);

/** Returns the class names of a box that stands in a button's place but cannot be pressed. */
export const offButtonClass = (isWide = false): string =>
  classNames(styles['button'], styles['off'], isWide && styles['wide']);

/** A text button; its `type` is `button` unless set. */
export function Button({ look = 'secondary', ...rest }: ComponentProps<'button'> & { readonly look?: ButtonLook }) {
  return <button type="button" {...rest} className={classNames(buttonClass(look), rest.className)} />;
}

/** An icon button; `label` is its accessible name and tooltip. */
export function IconButton({
  icon,
  label,
  ...rest
}: ComponentProps<'button'> & { readonly icon: IconName | ReactElement; readonly label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(styles['button'], styles['icon'], rest.className)}
    >
      {typeof icon === 'string' ? <Icon name={icon} /> : icon}
    </button>
  );
}

/** A link that looks like an icon button; `label` is its accessible name and tooltip. */
export const IconLink = ({
  icon,
  label,
  ...rest
}: ComponentProps<'a'> & { readonly icon: IconName; readonly label: string }) => (
  <a {...rest} aria-label={label} title={label} className={classNames(styles['button'], styles['icon'])}>
    <Icon name={icon} />
  </a>
);

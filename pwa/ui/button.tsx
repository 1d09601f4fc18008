import type { ComponentProps, ReactElement } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icons/icon.tsx';
import type { IconName } from './icons/icon.tsx';
import styles from './button.module.css';

export type ButtonLook = 'primary' | 'secondary' | 'quiet';

/** The class of something that looks like a button: for links that do what a button says. */
export const buttonClass = (look: ButtonLook, isWide = false): string =>
  classNames(styles['button'], styles[look], isWide && styles['wide']);

/** The class of a button's place where nothing can be pressed. */
export const offButtonClass = (isWide = false): string =>
  classNames(styles['button'], styles['off'], isWide && styles['wide']);

/** A text button; not a submit button unless told so. */
export function Button({ look = 'secondary', ...rest }: ComponentProps<'button'> & { readonly look?: ButtonLook }) {
  return <button type="button" {...rest} className={classNames(buttonClass(look), rest.className)} />;
}

/** A button that shows a sign; `label` is its name. */
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

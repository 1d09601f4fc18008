import type { ComponentProps } from 'react';
import { ToolbarIcon } from './toolbar-icon.tsx';
import type { ToolbarIconName } from './toolbar-icon.tsx';
import styles from './toolbar.module.css';

interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly icon: ToolbarIconName;
  readonly label: string;
  /** Whether the format is on, of a button that switches one. */
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}

/** A button above the text. It leaves the focus, and with it the keyboard on the screen, where it is. */
export const ToolbarButton = ({ icon, label, isPressed, onPress, ...rest }: ToolbarButtonProps) => (
  <button
    {...rest}
    type="button"
    className={styles['button']}
    aria-label={label}
    title={label}
    aria-pressed={isPressed}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    <ToolbarIcon name={icon} />
  </button>
);

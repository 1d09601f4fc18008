import type { ComponentProps } from 'react';
import { ToolbarIcon } from './toolbar-icon.tsx';
import type { ToolbarIconName } from './toolbar-icon.tsx';
import styles from './toolbar.module.css';

interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly icon: ToolbarIconName;
  readonly label: string;
  /** State of a toggle button. */
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}

/** A button of the toolbar. It does not move the focus: on touch screens, the keyboard stays open. */
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

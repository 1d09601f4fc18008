import type { ReactNode } from 'react';
import { IconButton } from '../button.tsx';
import styles from './drawer-head.module.css';

interface DrawerHeadProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** The sticky first line of a drawer: its title and a close button. */
export const DrawerHead = ({ title, closeLabel, onClose }: DrawerHeadProps) => (
  <div className={styles['head']}>
    <h2 className={styles['title']}>{title}</h2>
    <IconButton icon="close" label={closeLabel} onClick={onClose} />
  </div>
);

/** The content of a drawer that has a foot; the foot follows this element and stays in view. */
export const DrawerBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles['body']}>{children}</div>
);

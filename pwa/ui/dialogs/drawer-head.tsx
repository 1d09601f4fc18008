import { IconButton } from '../button.tsx';
import styles from './drawer-head.module.css';

interface DrawerHeadProps {
  readonly title: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

/** The first line of a drawer, which stays when the rest scrolls: its name and the way out. */
export const DrawerHead = ({ title, closeLabel, onClose }: DrawerHeadProps) => (
  <div className={styles['head']}>
    <h2 className={styles['title']}>{title}</h2>
    <IconButton icon="close" label={closeLabel} onClick={onClose} />
  </div>
);

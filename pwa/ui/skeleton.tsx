import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** What is awaited, in words. */
  readonly label: string;
  readonly className?: string | undefined;
  /** Shapes of the contents. */
  readonly children?: ReactNode;
}

/** Stands in place of contents that are still being read. After two seconds it shows its label. */
export const Skeleton = ({ label, className, children }: SkeletonProps) => (
  <div className={classNames(styles['skeleton'], className)} role="img" aria-label={label}>
    {children}
  </div>
);

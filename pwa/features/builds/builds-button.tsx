import type { ReactNode } from 'react';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { useBuilds } from './use-builds.ts';
import styles from './builds-button.module.css';

interface BuildsButtonProps {
  readonly renderLink: (children: ReactNode, className: string) => ReactNode;
}

/** The floating link to the builds of this device; on phones and tablets, where it would stand over prices, they are in the sidebar alone. */
export function BuildsButton({ renderLink }: BuildsButtonProps) {
  const { length } = useBuilds();
  return (
    <nav className={styles['builds']} aria-label={buildMessages.title}>
      {renderLink(
        <>
          <LazyIcon name="builds" />
          <span>{buildMessages.open(length)}</span>
        </>,
        styles['button'] ?? '',
      )}
    </nav>
  );
}

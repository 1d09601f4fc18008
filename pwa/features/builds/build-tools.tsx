import type { ReactNode } from 'react';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import type { Build } from './parse-builds.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import type { AssessedBuild } from './assess-build.ts';
import { buildName, formatBuildText } from './build-text.ts';
import { sharedBuildUrl } from './build-url.ts';
import { useClipboard } from './use-clipboard.ts';
import styles from './build-tools.module.css';

interface BuildToolsProps {
  readonly build: Omit<Build, 'id'>;
  readonly assessed: AssessedBuild;
  readonly children?: ReactNode;
}

/** Shares a build as a link, as text or on paper. */
export function BuildTools({ build, assessed, children }: BuildToolsProps) {
  const { message, share, copy } = useClipboard();
  const readUrl = (): string => new URL(sharedBuildUrl(build), location.origin).href;
  return (
    <div className={styles['tools']}>
      <Button onClick={() => void share(buildName(build.name), readUrl())}>
        <LazyIcon name="share" />
        {buildMessages.share}
      </Button>
      <Button onClick={() => void copy(formatBuildText(build.name, assessed, readUrl()))}>
        <LazyIcon name="copy" />
        {buildMessages.copy}
      </Button>
      <Button onClick={() => print()}>
        <LazyIcon name="print" />
        {buildMessages.print}
      </Button>
      {children}
      <p role="status">{message}</p>
    </div>
  );
}

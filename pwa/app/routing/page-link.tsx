import type { ReactNode } from 'react';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';

interface PageLinkProps {
  readonly href: string;
  readonly className?: string | undefined;
  /** Called before the page changes, to close the panel or window around the link. */
  readonly onFollow?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A link to a page of the app that is followed without a page load. */
export const PageLink = ({ href, className, onFollow, children }: PageLinkProps) => (
  <a
    href={href}
    className={className}
    onClick={(event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onFollow?.();
      navigate(href);
      scrollTo({ top: 0, behavior: 'instant' });
    }}
  >
    {children}
  </a>
);

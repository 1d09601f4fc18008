import type { ComponentProps } from 'react';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { isPlainClick } from '#pwa/ui/plain-click.ts';

/** A link within the administration that does not reload the page. */
export function AdminLink({ href, children, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        navigate(href);
        scrollTo({ top: 0, behavior: 'instant' });
      }}
    >
      {children}
    </a>
  );
}

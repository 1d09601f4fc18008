import { Component } from 'react';
import type { ReactNode } from 'react';
import { ScreenState } from './screens/screen-state.tsx';

/** Shows a message and a reload button when a bug breaks a screen. React logs the error itself. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main>
        <ScreenState isBroken />
      </main>
    );
  }
}

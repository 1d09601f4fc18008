import { Component } from 'react';
import type { ReactNode } from 'react';
import { crashMessages } from '#pwa/messages/en/states.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './screens/message-screen.module.css';

/** Shows a message and a reload button when a bug breaks a screen. React logs the error itself. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main className={styles['message']} role="alert">
        <h1>{crashMessages.title}</h1>
        <p>{crashMessages.hint}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {crashMessages.reload}
        </Button>
      </main>
    );
  }
}

import { useEffect, useState } from 'react';
import { fetchDemoCredential, fetchDemoUsers } from '#pwa/platform/session/demo-identity.ts';
import type { DemoUser } from '#pwa/platform/session/demo-identity.ts';

interface DemoChoice {
  readonly onCredential: (credential: string) => void;
  readonly onFailed: () => void;
}

/** Returns the demo users, undefined until loaded, and a function that signs in as one of them. */
export function useDemoUsers({ onCredential, onFailed }: DemoChoice): {
  readonly users: readonly DemoUser[] | undefined;
  readonly choose: (user: DemoUser) => void;
} {
  const [users, setUsers] = useState<readonly DemoUser[]>();
  useEffect(() => {
    let isOver = false;
    fetchDemoUsers().then(
      (found) => {
        if (!isOver) setUsers(found);
      },
      () => {
        if (!isOver) onFailed();
      },
    );
    return () => {
      isOver = true;
    };
  }, [onFailed]);
  return { users, choose: (user) => void fetchDemoCredential(user).then(onCredential, onFailed) };
}

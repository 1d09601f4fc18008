import { useCallback, useState } from 'react';
import type { OwnAccess } from '#contract/http/administrators.ts';
import { createPasskey } from '../passkey/passkeys.ts';
import { useAdminApi, useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useLoaded } from '#pwa/platform/use-loaded.ts';
import type { Loaded } from '#pwa/platform/use-loaded.ts';
import type { Failure } from '../describe-failure.ts';
import { useProof } from '../use-proof.ts';

/** A part of the page with actions. */
export type AccessPart = 'keys' | 'chats';

export interface OwnAccessActions {
  readonly access: Loaded<OwnAccess>;
  readonly isBusy: boolean;
  /** Why the last action failed, by the part of the page that it belongs to. */
  readonly failures: Readonly<Partial<Record<AccessPart, Failure>>>;
  /** Set once a passkey was added, until the next action. */
  readonly done: 'added' | undefined;
  /** New recovery codes, until they are confirmed. */
  readonly codes: readonly string[] | undefined;
  readonly addPasskey: () => void;
  readonly removePasskey: (id: string) => void;
  readonly replaceCodes: () => void;
  readonly hideCodes: () => void;
  readonly unlinkChats: () => void;
}

/** Returns the caller's access data and functions that change it. Changes need a fresh proof, for which the browser prompts. */
export function useOwnAccess(): OwnAccessActions {
  const api = useAdminApi();
  const calls = useAdminCalls();
  const prove = useProof();
  const access = useLoaded(useCallback(() => api.getOwnAccess(), [api]));
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState<OwnAccessActions['failures']>({});
  const [done, setDone] = useState<'added'>();
  const [codes, setCodes] = useState<readonly string[]>();

  const run = (part: AccessPart, work: () => Promise<Failure | undefined>): void => {
    setBusy(true);
    setFailures({});
    setDone(undefined);
    void work()
      .then((failure) => failure && setFailures({ [part]: failure }))
      .then(access.reload)
      .finally(() => setBusy(false));
  };
  return {
    access,
    isBusy,
    failures,
    done,
    codes,
    addPasskey: () =>
      run('keys', async () => {
        const started = await prove(() => calls.startRegistration({ body: {} }));
        if (!started.ok) return started;
        const created = await createPasskey(started.value.passkey);
        if (!created.ok) return created;
        const finished = await calls.finishRegistration({ body: { response: created.response } });
        if (!finished.ok) return finished;
        setDone('added');
        return undefined;
      }),
    removePasskey: (id) =>
      run('keys', async () => {
        const removed = await prove(() => calls.removeOwnPasskey({ params: { passkey: id } }));
        return removed.ok ? undefined : removed;
      }),
    replaceCodes: () =>
      run('keys', async () => {
        const replaced = await prove(() => calls.replaceRecoveryCodes({}));
        if (!replaced.ok) return replaced;
        setCodes(replaced.value.recovery_codes);
        return undefined;
      }),
    hideCodes: () => setCodes(undefined),
    unlinkChats: () =>
      run('chats', async () => {
        const unlinked = await prove(() => calls.unlinkChatLogin({}));
        return unlinked.ok ? undefined : unlinked;
      }),
  };
}

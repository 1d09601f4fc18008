import { useCallback, useState } from 'react';
import type {
  addAdministrator,
  Administrator,
  createRegistrationLink,
  editAdministrator,
  OwnAccess,
} from '#contract/http/administrators.ts';
import type { EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import { useAdminApi, useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useLoaded } from '#pwa/platform/use-loaded.ts';
import type { Loaded } from '#pwa/platform/use-loaded.ts';
import type { CallResult } from '#sync/api/calls.ts';
import type { Failure } from '../describe-failure.ts';
import { useProof } from '../use-proof.ts';

/** A one-time link, shown once. */
export interface ShownLink extends EndpointReply<typeof createRegistrationLink> {
  readonly name: string;
}

export interface People {
  readonly people: Loaded<{ readonly me: OwnAccess; readonly administrators: readonly Administrator[] }>;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly link: ShownLink | undefined;
  /** `invite`, `edit`, `revoke` and `createLink` resolve to whether they succeeded. */
  readonly invite: (person: EndpointInput<typeof addAdministrator>['body']) => Promise<boolean>;
  readonly edit: (id: string, changes: EndpointInput<typeof editAdministrator>['body']) => Promise<boolean>;
  readonly revoke: (id: string) => Promise<boolean>;
  readonly createLink: (person: Administrator) => Promise<boolean>;
  readonly hideLink: () => void;
  readonly clearFailure: () => void;
}

/** Returns all administrators and functions that change them, for owners. Changes need a fresh proof, for which the browser prompts. */
export function usePeople(): People {
  const api = useAdminApi();
  const calls = useAdminCalls();
  const prove = useProof();
  const people = useLoaded(
    useCallback(async () => {
      const [me, list] = await Promise.all([api.getOwnAccess(), calls.listAdministrators({})]);
      if (!me.ok) return me;
      return list.ok ? { ok: true as const, value: { ...list.value, me: me.value } } : list;
    }, [api, calls]),
  );
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [link, setLink] = useState<ShownLink>();

  const run = async <T>(call: () => Promise<CallResult<T>>, use?: (value: T) => void): Promise<boolean> => {
    setBusy(true);
    setFailure(undefined);
    const result = await prove(call);
    setBusy(false);
    if (result.ok) use?.(result.value);
    else setFailure(result);
    await people.reload();
    return result.ok;
  };
  return {
    people,
    isBusy,
    failure,
    link,
    invite: (person) =>
      run(
        () => calls.addAdministrator({ body: person }),
        ({ administrator: { name }, secret, expires_at }) => setLink({ name, secret, expires_at }),
      ),
    edit: (id, changes) => run(() => calls.editAdministrator({ params: { id }, body: changes })),
    revoke: (id) => run(() => calls.revokeAdministrator({ params: { id } })),
    createLink: ({ id, name }) =>
      run(
        () => calls.createRegistrationLink({ params: { id } }),
        (created) => setLink({ ...created, name }),
      ),
    hideLink: () => setLink(undefined),
    clearFailure: () => setFailure(undefined),
  };
}

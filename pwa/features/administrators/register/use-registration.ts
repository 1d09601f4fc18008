import { useEffect, useState } from 'react';
import type { finishRegistration, startRegistration } from '#contract/http/administrators.ts';
import type { EndpointReply } from '#contract/http/endpoint.ts';
import { createPasskey } from '../passkey/passkeys.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import type { Failure } from '../describe-failure.ts';

type Person = EndpointReply<typeof startRegistration>['administrator'];
type Registration = EndpointReply<typeof finishRegistration>;

interface RegistrationOf {
  /** The secret of the link. */
  readonly link: string;
  /** The token that the server returned for the password. */
  readonly token: string;
}

export interface RegistrationFlow {
  /** The person for whom the link was made; undefined until the server has answered. */
  readonly person: Person | undefined;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** Set once the passkey is registered. */
  readonly registered: Registration | undefined;
  readonly register: (name: string, passkeyName: string) => void;
}

/** Registers a person's passkey by a one-time link. */
export function useRegistration({ link, token }: RegistrationOf): RegistrationFlow {
  const calls = useAdminCalls();
  const [person, setPerson] = useState<Person>();
  const [isBusy, setBusy] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const [registered, setRegistered] = useState<Registration>();

  const run = (work: () => Promise<Failure | undefined>): void => {
    setBusy(true);
    setFailure(undefined);
    void work()
      .then(setFailure)
      .finally(() => setBusy(false));
  };
  useEffect(() => {
    void calls.startRegistration({ body: { link } }, { token }).then((started) => {
      if (started.ok) setPerson(started.value.administrator);
      else setFailure(started);
      setBusy(false);
    });
  }, [calls, link, token]);

  const register = (name: string, passkeyName: string): void =>
    run(async () => {
      // Starts again, because a challenge is good for one response and the passkey is created with the name entered in the form.
      const started = await calls.startRegistration({ body: { link, name } }, { token });
      if (!started.ok) return started;
      const created = await createPasskey(started.value.passkey);
      if (!created.ok) return created;
      const { response } = created;
      const body = { link, name, response, ...(passkeyName !== '' && { passkey_name: passkeyName }) };
      const finished = await calls.finishRegistration({ body }, { token });
      if (!finished.ok) return finished;
      setRegistered(finished.value);
      return undefined;
    });
  return { person, isBusy, failure, registered, register };
}

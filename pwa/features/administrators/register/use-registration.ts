import { useEffect, useState } from 'react';
import { createPasskey } from '#pwa/platform/admin/passkeys.ts';
import { useAdministratorsApi } from '#pwa/platform/admin/use-admin-engine.ts';
import type { Registration, RegistrationOptions } from '#sync/admin/administrators-api.ts';
import type { Failure } from '../describe-failure.ts';

interface RegistrationOf {
  /** The secret of the link. */
  readonly link: string;
  /** The token of the password. */
  readonly token: string;
}

export interface RegistrationFlow {
  /** Who registers, as the link was made for; undefined until the server has answered. */
  readonly person: RegistrationOptions['administrator'] | undefined;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** Set once the passkey is registered. */
  readonly registered: Registration | undefined;
  readonly register: (name: string, passkeyName: string) => void;
}

/** Registers a person's passkey by a one-time link. */
export function useRegistration({ link, token }: RegistrationOf): RegistrationFlow {
  const administrators = useAdministratorsApi();
  const [person, setPerson] = useState<RegistrationOptions['administrator']>();
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
    void administrators.startRegistration({ link }, token).then((started) => {
      if (started.ok) setPerson(started.value.administrator);
      else setFailure(started);
      setBusy(false);
    });
  }, [administrators, link, token]);

  const register = (name: string, passkeyName: string): void =>
    run(async () => {
      // A challenge is good for one response, and the passkey carries the name.
      const started = await administrators.startRegistration({ link, name }, token);
      if (!started.ok) return started;
      const created = await createPasskey(started.value.passkey);
      if (!created.ok) return created;
      const { response } = created;
      const input = { link, name, response, ...(passkeyName !== '' && { passkey_name: passkeyName }) };
      const finished = await administrators.finishRegistration(input, token);
      if (!finished.ok) return finished;
      setRegistered(finished.value);
      return undefined;
    });
  return { person, isBusy, failure, registered, register };
}

import { useCallback } from 'react';
import { requestPasskey } from '#pwa/platform/admin/passkeys.ts';
import { useAdministratorsApi } from '#pwa/platform/admin/use-admin-engine.ts';
import type { CallResult } from '#sync/api/account-api.ts';
import type { Failure } from './describe-failure.ts';

export type ProvenResult<T> = Extract<CallResult<T>, { ok: true }> | Failure;

/** Returns a function that makes a call, and once more after a prompt for a passkey if the server asks for a fresh proof. */
export function useProof(): <T>(call: () => Promise<CallResult<T>>) => Promise<ProvenResult<T>> {
  const administrators = useAdministratorsApi();
  return useCallback(
    async (call) => {
      const result = await call();
      if (result.ok || result.problem !== 'rejected' || result.code !== 'proof-needed') return result;
      const options = await administrators.startProof();
      if (!options.ok) return options;
      const prompted = await requestPasskey(options.value);
      if (!prompted.ok) return prompted;
      const proof = await administrators.finishProof(prompted.response);
      return proof.ok ? call() : proof;
    },
    [administrators],
  );
}

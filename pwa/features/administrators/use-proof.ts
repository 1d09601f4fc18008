import { useCallback } from 'react';
import { requestPasskey } from './passkey/passkeys.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import type { CallResult } from '#sync/api/calls.ts';
import type { Failure } from './describe-failure.ts';

export type ProvenResult<T> = Extract<CallResult<T>, { ok: true }> | Failure;

/** Returns a function that makes a call; if the server asks for a fresh proof, it prompts for a passkey and repeats the call. */
export function useProof(): <T>(call: () => Promise<CallResult<T>>) => Promise<ProvenResult<T>> {
  const calls = useAdminCalls();
  return useCallback(
    async (call) => {
      const result = await call();
      if (result.ok || result.problem !== 'rejected' || result.code !== 'proof-needed') return result;
      const options = await calls.startProof({});
      if (!options.ok) return options;
      const prompted = await requestPasskey(options.value.passkey);
      if (!prompted.ok) return prompted;
      const proof = await calls.finishProof({ body: { response: prompted.response } });
      return proof.ok ? call() : proof;
    },
    [calls],
  );
}

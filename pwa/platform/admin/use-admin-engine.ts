import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { AdminApi, AdminCalls, AdminEvent } from '#sync/api/admin-api.ts';
import type { AdminConnection } from './admin-engine.ts';

const AdminEngineContext = createContext<AdminConnection | undefined>(undefined);
export const AdminEngineProvider = AdminEngineContext.Provider;

/** The connection to the administrator's engine: its calls and its events. */
export function useAdminEngine(): AdminConnection {
  const connection = useContext(AdminEngineContext);
  if (!connection) throw new Error('useAdminEngine needs an AdminEngineProvider');
  return connection;
}

/** Returns the interface of the administrator's engine. */
export const useAdminApi = (): AdminApi => useAdminEngine().api;

/** The administrators' calls to the server, by the names of their endpoints. */
export const useAdminCalls = (): AdminCalls => useAdminEngine().calls;

/** Calls back for every event of the administrator's engine while the component is mounted. */
export function useAdminEvents(listener: (event: AdminEvent) => void): void {
  const { onEvent } = useAdminEngine();
  const handle = useEffectEvent(listener);
  useEffect(() => onEvent((event) => handle(event)), [onEvent]);
}

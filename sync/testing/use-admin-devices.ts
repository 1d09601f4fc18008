import { afterEach, beforeEach } from 'vitest';
import { AdminDevice } from './admin-device.ts';
import { AdminServer } from './admin-server.ts';

/** What each test of a file begins with. */
export interface AdminDevices {
  readonly server: AdminServer;
  readonly device: AdminDevice;
  open(): AdminDevice;
}

/** Creates a server and a device before each test, and closes all devices after it. */
export function useAdminDevices(onCreated: (created: AdminDevices) => void): void {
  const devices: AdminDevice[] = [];
  beforeEach(async () => {
    const server = new AdminServer();
    await server.shop.ready();
    const open = (): AdminDevice => {
      const opened = new AdminDevice(server);
      devices.push(opened);
      return opened;
    };
    onCreated({ server, device: open(), open });
  });
  afterEach(() => {
    for (const opened of devices.splice(0)) opened.close();
  });
}

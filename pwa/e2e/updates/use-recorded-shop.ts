import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { CATALOG_DATABASE } from '#sync/catalog/store/catalog-store.ts';
import { createDevice } from '../support/device.ts';
import type { Device } from '../support/device.ts';
import { readDeviceRecord, restoreDatabases, restoreServer } from './device-record.ts';
import type { DeviceRecord } from './device-record.ts';

/** Number of products in each shop of the recorded server. */
export const PRODUCTS = 42;

export const noNetwork: typeof fetch = () => Promise.reject(new TypeError('offline'));

/** The server of a record, and devices as the recorded version left them. */
export interface RecordedShop {
  readonly app: TestApp;
  /** Returns a device as it was recorded, with its own copy of the databases. */
  createDevice(): Promise<Device>;
}

/** Runs the server of a version's record for the tests of a `describe`, with its clock set to the time of the recording. */
export function useRecordedShop(version: string): RecordedShop {
  let dataDir: string;
  let record: DeviceRecord;
  let app: TestApp;
  const devices: Device[] = [];
  beforeAll(async () => {
    record = await readDeviceRecord(version);
    dataDir = await mkdtemp(join(tmpdir(), 'hexlime-update-'));
    await restoreServer(record, dataDir);
    // With the clock of the recording, sessions and rows that the server keeps for some days have not expired.
    const startMs = performance.now();
    const now = (): number => record.recordedAtMs + Math.round(performance.now() - startMs);
    app = await startTestApp({ dataDir, env: { DEMO: '1' }, now });
  });
  afterAll(async () => {
    for (const device of devices) device.closeAll();
    await app.stop();
    await rm(dataDir, { recursive: true });
  });
  return {
    get app() {
      return app;
    },
    async createDevice() {
      const device = createDevice(app.url);
      devices.push(device);
      for (const { name, value } of record.cookies) device.cookies.set(name, value);
      await restoreDatabases(record.databases, device.indexedDB, (name) =>
        name === CATALOG_DATABASE ? device.name : `${device.name}-${name}`,
      );
      return device;
    },
  };
}

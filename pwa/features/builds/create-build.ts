import { buildMessages } from '#pwa/messages/en/builds.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { storedBuilds } from './stored-builds.ts';
import type { Build } from './parse-builds.ts';

/** Stores a new build and returns its id; null when this device has the maximum number of builds. Without a name, it gets the next free one. */
export function createBuild(build: Partial<Omit<Build, 'id'>> = {}): number | null {
  requestPersistentStorage();
  return storedBuilds.add({ isFree: false, parts: [], ...build, name: build.name || nextName() });
}

function nextName(): string {
  const names = new Set(storedBuilds.list().map(({ name }) => name));
  let name: string = buildMessages.firstName;
  for (let number = 2; names.has(name); number++) name = buildMessages.nextName(number);
  return name;
}

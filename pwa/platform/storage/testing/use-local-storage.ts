import { afterEach, beforeEach, vi } from 'vitest';

/** The local storage that the tabs of a test share. */
interface SharedStorage {
  readonly texts: Map<string, string>;
  /** The length of the longest text that can be stored; 0 on a full device. */
  maxLength: number;
  /** Whether the browser denies access. */
  isClosed: boolean;
  /** Notifies all tabs that one of them has changed a key, or, for null, has cleared all keys. */
  notifyTabs(key: string | null): void;
}

/** Gives each test of a file a local storage that is empty and has room. */
export function useLocalStorage(): SharedStorage {
  let listeners: ((event: { readonly key: string | null }) => void)[] = [];
  const storage: SharedStorage = {
    texts: new Map(),
    maxLength: Infinity,
    isClosed: false,
    notifyTabs: (key) => listeners.forEach((listener) => listener({ key })),
  };
  const open = (length = 0): Map<string, string> => {
    if (storage.isClosed) throw new DOMException('closed', 'SecurityError');
    if (length > storage.maxLength) throw new DOMException('full', 'QuotaExceededError');
    return storage.texts;
  };
  beforeEach(() => {
    storage.texts.clear();
    listeners = [];
    Object.assign(storage, { maxLength: Infinity, isClosed: false });
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => open().get(key) ?? null,
      setItem: (key: string, text: string) => open(text.length).set(key, text),
      removeItem: (key: string) => open().delete(key),
    });
    vi.stubGlobal('addEventListener', (type: string, listener: (typeof listeners)[number]) => {
      if (type === 'storage') listeners.push(listener);
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  return storage;
}

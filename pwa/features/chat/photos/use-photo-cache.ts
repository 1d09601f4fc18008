import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { savesData } from '#pwa/platform/browser/client-hints.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { MessageView } from '#sync/api/account-api.ts';
import { PhotoCache } from './photo-cache.ts';
import type { PhotoState } from './photo-cache.ts';

/** The number of newest messages whose photos belong to the first screen of a chat. */
const FIRST_SCREEN_MESSAGES = 10;
/** A chat is shown after this time even if its photos are still loading. */
const FIRST_SCREEN_WAIT_MS = 3_000;

const PhotosContext = createContext<PhotoCache | undefined>(undefined);
export const PhotosProvider = PhotosContext.Provider;

/** Creates the photo cache of an open chat; undefined when no user is signed in. */
export function usePhotoCache(): PhotoCache | undefined {
  const data = useOpenUserData();
  const { account } = useSync();
  const photos = useMemo(
    () =>
      data &&
      new PhotoCache({
        find: (path) => data.chats.photo(path),
        fetch: async (path) => (await account.loadPhoto(path)).ok,
      }),
    [data, account],
  );
  useEffect(() => {
    const onOnline = (): void => photos?.retryAll();
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      photos?.close();
    };
  }, [photos]);
  return photos;
}

/** Returns the load state of a photo and a retry function. Fetches it unless the browser is set to save data. */
export function usePhoto(path: string): { readonly state: PhotoState; readonly retry: () => void } {
  const photos = useContext(PhotosContext);
  if (!photos) throw new Error('usePhoto needs a PhotosProvider around it');
  const state = useSyncExternalStore(photos.subscribe, () => photos.stateOf(path));
  useEffect(() => void photos.load(path, !savesData()), [photos, path]);
  return { state, retry: () => void photos.retry(path) };
}

/** Whether a chat can be shown: its rows are loaded, and so are the photos of its first screen unless they take too long. */
export function useIsChatReady(photos: PhotoCache | undefined, messages: readonly MessageView[] | undefined): boolean {
  const [isReady, setReady] = useState(false);
  const hasRows = messages !== undefined;
  useEffect(() => {
    if (isReady || !photos || !messages) return undefined;
    let isOver = false;
    const paths = messages.slice(-FIRST_SCREEN_MESSAGES).flatMap(({ images }) => images);
    void Promise.all(paths.map((path) => photos.load(path, !savesData()))).then(() => {
      if (!isOver) setReady(true);
    });
    return () => {
      isOver = true;
    };
  }, [isReady, photos, messages]);
  useEffect(() => {
    if (!hasRows) return undefined;
    const timer = setTimeout(() => setReady(true), FIRST_SCREEN_WAIT_MS);
    return () => clearTimeout(timer);
  }, [hasRows]);
  return isReady;
}

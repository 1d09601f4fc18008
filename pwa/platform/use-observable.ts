import { useSyncExternalStore } from 'react';
import type { Observable } from './observable.ts';

/** An observable's value, live. */
export const useObservable = <T>({ get, getInitial, subscribe }: Observable<T>): T =>
  useSyncExternalStore(subscribe, get, getInitial);

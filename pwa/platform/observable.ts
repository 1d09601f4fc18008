/** Calls its listeners back with every event. */
export interface Emitter<Event = void> {
  readonly emit: (event: Event) => void;
  /** Adds a listener; the returned function removes it. */
  readonly subscribe: (listener: (event: Event) => void) => () => void;
}

/** A value that calls its listeners back whenever it is set. */
export interface Observable<T> extends Pick<Emitter, 'subscribe'> {
  readonly get: () => T;
  /** The initial value. Hydration starts with it: a document that was rendered before the page's scripts ran shows this value. */
  readonly getInitial: () => T;
  readonly set: (next: T) => void;
}

/** Creates an emitter. `connect` runs before the first listener is added; the function that it returns runs after the last is removed. */
export function createEmitter<Event = void>(connect?: () => (() => void) | void): Emitter<Event> {
  const listeners = new Set<(event: Event) => void>();
  let disconnect: (() => void) | void;
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      if (listeners.size === 0) disconnect = connect?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect?.();
      };
    },
  };
}

/** Creates an observable value. */
export function createObservable<T>(initial: T): Observable<T> {
  const { emit, subscribe } = createEmitter();
  let value = initial;
  return {
    get: () => value,
    getInitial: () => initial,
    set: (next) => {
      value = next;
      emit();
    },
    subscribe,
  };
}

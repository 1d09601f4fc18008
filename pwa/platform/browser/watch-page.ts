interface PageListeners {
  /** Called at once, too. */
  readonly onVisibility: (isVisible: boolean) => void;
  readonly onOnline: () => void;
}

/** Follows what only a page can see, for a worker: its visibility and the return of the network. */
export function watchPage({ onVisibility, onOnline }: PageListeners): void {
  const sendVisibility = (): void => onVisibility(document.visibilityState === 'visible');
  sendVisibility();
  document.addEventListener('visibilitychange', sendVisibility);
  addEventListener('online', onOnline);
}

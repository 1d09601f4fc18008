const callbacks = new Map<Element, () => unknown>();
let observer: IntersectionObserver | undefined;

/** Calls back once when an element comes near the screen. Gives what ends the waiting. */
export function whenNear(element: Element, callback: () => unknown): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        const found = callbacks.get(target);
        forget(target);
        found?.();
      }
    },
    { rootMargin: '200px' },
  );
  callbacks.set(element, callback);
  observer.observe(element);
  return () => forget(element);
}

function forget(element: Element): void {
  callbacks.delete(element);
  observer?.unobserve(element);
}

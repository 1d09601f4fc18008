const callbacks = new Map<Element, () => unknown>();
let observer: IntersectionObserver | undefined;

/** Calls back once when an element is within 200 px of the viewport. Returns a function that cancels it. */
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

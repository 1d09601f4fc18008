/** Calls back once the next frame is painted, or soon on a hidden page, which paints none. Returns a function that cancels it. */
export function afterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer = setTimeout(callback);
  };
  if (document.hidden) {
    soon();
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(soon);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

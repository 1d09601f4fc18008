import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';

/** Returns whether the component's first frame is painted; true at once unless `mustWait`. Input interrupts the render that follows. */
export function useAfterPaint(mustWait: boolean): boolean {
  const [isPainted, setPainted] = useState(!mustWait);
  useEffect(() => (isPainted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [isPainted]);
  return isPainted;
}

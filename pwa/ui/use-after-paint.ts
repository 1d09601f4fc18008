import { useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Returns whether the component's first frame is painted; true at once where it need not wait. */
export function useAfterPaint(mustWait: boolean): boolean {
  const [isPainted, setPainted] = useState(!mustWait);
  useEffect(() => (isPainted ? undefined : afterPaint(() => setPainted(true))), [isPainted]);
  return isPainted;
}

import { execFileSync } from 'node:child_process';

/** Returns which of some programs, each with an argument that ends it at once, is not installed; undefined: all are. */
export function findMissing(...programs: readonly (readonly [name: string, argument: string])[]): string | undefined {
  const missing = programs.find(([name, argument]) => {
    try {
      execFileSync(name, [argument], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
  return missing && `${missing[0]} is not installed`;
}

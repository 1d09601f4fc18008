import { execFileSync } from 'node:child_process';

/** Returns a message about the first program that is not installed; undefined: all are. With its argument, a program must end at once. */
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

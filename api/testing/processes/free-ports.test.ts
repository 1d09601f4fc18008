import { expect, it } from 'vitest';
import { findFreePorts } from './free-ports.ts';

it('finds free ports, all of them different', async () => {
  const ports = await findFreePorts(200);
  expect(new Set(ports).size).toBe(200);
  for (const port of ports.slice(0, 5))
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});

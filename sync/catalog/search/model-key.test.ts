import { describe, expect, it } from 'vitest';
import { toModelKey } from './model-key.ts';

const isSame = (a: string, b: string): boolean => toModelKey(a) !== undefined && toModelKey(a) === toModelKey(b);

describe('the model that a title names', () => {
  it.each([
    ['Corvid 8 Smartphone 128 GB, Slate', 'Corvid 8 Smartphone (128GB) – Slate'],
    ['Asus Dual GeForce RTX 4070 Ti', 'ASUS GeForce RTX 4070Ti Dual'],
    ['Intel Core i5-13600K', 'Intel Core i5 13600 K'],
    ['Galaxy S24+ 256 GB', 'Galaxy S24 Plus 256GB'],
    ['Used Aurum Book 14', 'The new Aurum Book 14'],
  ])('is the same: %s, %s', (a, b) => expect(isSame(a, b)).toBe(true));

  it.each([
    ['Asus Dual GeForce RTX 4070', 'Asus Dual GeForce RTX 4070 Ti'],
    ['Asus Dual GeForce RTX 4070 Ti', 'Asus Dual GeForce RTX 4070 Ti SUPER'],
    ['Corsair Vengeance 16 GB', 'Corsair Vengeance 32 GB'],
    ['Corsair Vengeance 2 x 16 GB', 'Corsair Vengeance 16 x 2 GB'],
    ['Corvid 8 128 GB, Slate', 'Corvid 8 128 GB, Sand'],
    ['Corvid 8', 'Corvid 8 Max'],
    ['Galaxy S24', 'Galaxy S24+'],
    ['Ryzen 7 5800X', 'Ryzen 7 5800X3D'],
    ['Samsung 980 Pro 1 TB', 'Samsung 980 Pro 1.5 TB'],
    ['WD Blue 1 TB', 'WD Blue 1 GB'],
    ['Core i5-13600K', 'Core i5-13600KF'],
    ['AirPods (2nd generation)', 'AirPods (3rd generation)'],
    // Nothing in these titles says which model they name.
    ['Quiet Wireless Mouse', 'Quiet Wireless Mouse'],
    ['No 5', 'No 5'],
    ['5', '5'],
    ['', ''],
  ])('differs or is uncertain: %s, %s', (a, b) => expect(isSame(a, b)).toBe(false));
});

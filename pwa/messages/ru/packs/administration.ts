import type { AdministrationTexts } from '../../packs.ts';
import { texts as shops } from './shops.ts';

export const texts: AdministrationTexts = { ...shops };

import type { ShopTexts } from '../../packs.ts';
import * as firstScreen from '../first-screen.ts';
import * as states from '../states.ts';
import * as watch from '../watch.ts';

export const texts: ShopTexts = { ...firstScreen, ...states, ...watch };

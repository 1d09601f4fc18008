import type { FirstScreenTexts } from '../../packs.ts';
import { messages } from '../first-screen.ts';
import { emptyMessages } from '../states.ts';

export const texts: FirstScreenTexts = { messages, emptyMessages };

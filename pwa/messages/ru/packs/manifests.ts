import type { ManifestTexts } from '../../packs.ts';
import { adminMessages } from '../admin.ts';
import { messages } from '../first-screen.ts';
import { manifestMessages } from '../manifest.ts';

export const texts: ManifestTexts = { adminMessages, messages, manifestMessages };

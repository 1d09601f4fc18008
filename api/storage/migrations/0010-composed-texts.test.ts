import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../config/config.ts';
import { createAppContext } from '../../app-context.ts';
import type { AppContext } from '../../app-context.ts';
import { readChanges } from '../../catalog/feed/change-feed.ts';
import { composedTexts } from './0010-composed-texts.ts';

/* Runs the server so that it may fetch images from the `LyingImageSite` at `SITE_PORT`, each link within `SITE_TIMEOUT_MS`. */
import process from 'node:process';
import { createAppContext } from '../../app-context.ts';
import { readConfig } from '../../config/config.ts';
import { startServer } from '../../server.ts';
import { siteRules } from './lying-image-site.ts';

const context = await createAppContext(readConfig(process.env));
const rules = siteRules(Number(process.env['SITE_PORT']), Number(process.env['SITE_TIMEOUT_MS']));
const server = await startServer(context, { images: { linkRules: rules } });
process.stdout.write(`${server.url.replace('127.0.0.1', 'localhost')}\n`);

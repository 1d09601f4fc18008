import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../config/config.ts';
import { findInlineHashes } from './inline-hashes.ts';
import type { InlineHashes } from './inline-hashes.ts';

const YEAR_S = 31_536_000;

/** What Google's button needs; its picture of a user as well. */
const GOOGLE = {
  scripts: ['https://accounts.google.com/gsi/client'],
  styles: ['https://accounts.google.com/gsi/style'],
  frames: ['https://accounts.google.com/gsi/'],
  pictures: ['https://lh3.googleusercontent.com'],
} as const;
const NOTHING_FOREIGN = { scripts: [], styles: [], frames: [], pictures: [] } as const;

const TRUSTED_TYPES = { requireTrustedTypesFor: ["'script'"], trustedTypes: ['hexlime'] };

/** The page's policy: own files and what the build put into the document, and scripts' addresses only by the page's one policy. */
function buildHelmet({ publicUrl, signIn }: PolicyConfig, { scripts, styles }: InlineHashes) {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const hasGoogle = signIn.name === 'google';
  const foreign = hasGoogle ? GOOGLE : NOTHING_FOREIGN;
  // Older Safari does not count the own origin's sockets as 'self'.
  const sockets = publicUrl ? [publicUrl.replace(/^http/, 'ws')] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts, ...foreign.scripts],
        styleSrc: ["'self'", ...styles, ...foreign.styles],
        connectSrc: ["'self'", ...sockets, ...foreign.frames],
        imgSrc: ["'self'", 'blob:', 'data:', ...foreign.pictures],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'"],
        workerSrc: ["'self'"],
        ...(hasGoogle && { frameSrc: foreign.frames }),
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // Google's script writes addresses of scripts as text.
        ...(!hasGoogle && TRUSTED_TYPES),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isSecure ? { maxAge: YEAR_S } : false,
    xFrameOptions: { action: 'deny' },
  });
}

/** The settings that the policy depends on. */
type PolicyConfig = Pick<Config, 'publicUrl' | 'signIn'>;

/** Every reply carries it in any case, and a header that is sent twice is not one that browsers must obey. */
const EVERYWHERE: ReadonlySet<string> = new Set(['x-content-type-options']);

/**
 * The security headers of a document, as a flat list of names and values: built once and written with every page. `document` is the
 * build's own, before anything of a request is in it.
 */
export function createDocumentHeaders(config: PolicyConfig, document: string): readonly string[] {
  const list: string[] = [];
  const recorder = {
    setHeader: (name: string, value: string) => {
      if (!EVERYWHERE.has(name.toLowerCase())) list.push(name.toLowerCase(), String(value));
    },
    removeHeader: () => undefined,
  };
  // Helmet writes headers and looks at nothing else, so that a recorder can stand in for a response.
  buildHelmet(config, findInlineHashes(document))(
    {} as IncomingMessage,
    recorder as unknown as ServerResponse,
    () => undefined,
  );
  return list;
}

/** The headers of the administration's document: it has no third-party script, and search engines leave it out. */
export const createAdminHeaders = ({ publicUrl }: PolicyConfig, document: string): readonly string[] => [
  ...createDocumentHeaders({ publicUrl, signIn: { name: 'none' } }, document),
  'x-robots-tag',
  'noindex',
];

import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '../../config/config.ts';
import { findInlineHashes } from './inline-hashes.ts';
import type { InlineHashes } from './inline-hashes.ts';

/** Sources of Google's sign-in button and of users' profile images. */
const GOOGLE = {
  scripts: ['https://accounts.google.com/gsi/client'],
  styles: ['https://accounts.google.com/gsi/style'],
  frames: ['https://accounts.google.com/gsi/'],
  images: ['https://lh3.googleusercontent.com'],
} as const;
const NO_THIRD_PARTY = { scripts: [], styles: [], frames: [], images: [] } as const;

const TRUSTED_TYPES = { requireTrustedTypesFor: ["'script'"], trustedTypes: ['hexlime', 'hexlime-worker'] };

/**
 * Builds the middleware that sets the page's security headers. The policy allows the server's own files and the inline parts of the build.
 * Without Google's sign-in, it allows script URLs only through Trusted Types policies.
 */
function buildHelmet({ publicUrl, signIn }: PolicyConfig, { scripts, styles }: InlineHashes) {
  const hasGoogle = signIn.name === 'google';
  const thirdParty = hasGoogle ? GOOGLE : NO_THIRD_PARTY;
  // Older Safari does not match WebSockets of the same origin with 'self'.
  const sockets = publicUrl ? [publicUrl.replace(/^http/, 'ws')] : [];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scripts, ...thirdParty.scripts],
        styleSrc: ["'self'", ...styles, ...thirdParty.styles],
        connectSrc: ["'self'", ...sockets, ...thirdParty.frames],
        imgSrc: ["'self'", 'blob:', 'data:', ...thirdParty.images],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'"],
        workerSrc: ["'self'"],
        ...(hasGoogle && { frameSrc: thirdParty.frames }),
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // Google's script assigns script URLs as plain strings.
        ...(!hasGoogle && TRUSTED_TYPES),
      },
    },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Where the public address is https, every reply has it already (`strict-transport.ts`).
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
}

/** The settings that the policy depends on. */
type PolicyConfig = Pick<Config, 'publicUrl' | 'signIn'>;

/** Headers that every reply carries already: browsers may ignore a header that is sent twice. */
const SENT_ALWAYS: ReadonlySet<string> = new Set(['x-content-type-options']);

/**
 * Returns the security headers of a document as a flat list of names and values, built once and sent with every page. `document` is the
 * build's own, before anything of a request is inserted.
 */
export function createDocumentHeaders(config: PolicyConfig, document: string): readonly string[] {
  const list: string[] = [];
  const recorder = {
    setHeader: (name: string, value: string) => {
      if (!SENT_ALWAYS.has(name.toLowerCase())) list.push(name.toLowerCase(), String(value));
    },
    removeHeader: () => undefined,
  };
  // Helmet only sets headers, so a recorder can replace the response.
  buildHelmet(config, findInlineHashes(document))(
    {} as IncomingMessage,
    recorder as unknown as ServerResponse,
    () => undefined,
  );
  return list;
}

/** Returns the headers of the administration's document: it has no third-party scripts, and search engines do not index it. */
export const createAdminHeaders = ({ publicUrl }: PolicyConfig, document: string): readonly string[] => [
  ...createDocumentHeaders({ publicUrl, signIn: { name: 'none' } }, document),
  'x-robots-tag',
  'noindex',
];

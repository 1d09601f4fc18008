/** Runs native work of a simulated world synchronously: on other threads it would end at unpredictable times. Must be loaded first. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as cryptoModule from 'node:crypto';
import type * as zlibModule from 'node:zlib';

const require = createRequire(import.meta.url);
const zlib = require('node:zlib') as typeof zlibModule;
const crypto = require('node:crypto') as typeof cryptoModule;

type Packed = (error: Error | null, result: Buffer) => void;

/** Runs the work synchronously and calls back a tick later. */
const atOnce =
  <Options>(pack: (bytes: Uint8Array, options?: Options) => Buffer) =>
  (bytes: Uint8Array, options: Options | Packed, callback?: Packed): void => {
    const [settings, tell] = typeof options === 'function' ? [undefined, options as Packed] : [options, callback];
    const packed = pack(bytes, settings);
    process.nextTick(() => tell?.(null, packed));
  };

Object.assign(crypto, {
  argon2: (
    algorithm: cryptoModule.Argon2Algorithm,
    parameters: cryptoModule.Argon2Parameters,
    tell: (error: Error | null, tag: Buffer) => void,
  ) => {
    const tag = crypto.argon2Sync(algorithm, parameters);
    process.nextTick(() => tell(null, tag));
  },
});
Object.assign(zlib, { brotliCompress: atOnce(zlib.brotliCompressSync), gzip: atOnce(zlib.gzipSync) });
// Simulated tabs have their own channels; the global one would receive messages of other threads' worlds.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
syncBuiltinESMExports();

import type { Readable } from 'node:stream';
import type { Request, RequestHandler, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { StorageEngine } from 'multer';
import { ApiError } from '#contract/http/errors.ts';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import type { Form } from '#contract/http/endpoint.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { lifeOf } from '../http/caller/caller-life.ts';
import type { CallerLife } from '../http/caller/caller-life.ts';
import { createPlaces } from '../http/caller/places.ts';

/** Maximum number of forms read at a time. Each holds one uploaded file in memory, besides the images already decoded. */
const MAX_READS = 6;
const RETRY_AFTER_S = 2;
/** Limits of the form's other fields. */
const MAX_FIELDS = 10;
const MAX_FIELD_BYTES = 1_000;
/** Size of a part's headers and delimiters. */
const MAX_PART_HEAD_BYTES = 16_384;

/** A decoded file of a form. */
export interface ReadFile<T> {
  /** Chosen by the sender. */
  readonly name: string;
  readonly image: T;
}

/** A form whose files are decoded. */
export interface ImageForm<T> {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: readonly ReadFile<T>[];
}

export interface ImageFormReaderOptions<T> {
  readonly form: Form;
  /** Decodes the bytes of a file; rejects when they are not an image. */
  readonly decode: (bytes: Buffer, request: Request, life: CallerLife) => Promise<T>;
}

/** Reads forms with images. Each file is decoded before the next one is read, so that twenty need the memory of one. */
export interface ImageFormReader<T> {
  /** Fails with ApiError bad-request, too-large, too-many-pictures, unsupported-media-type, too-many-requests; CallerGoneError. */
  readonly readBody: RequestHandler;
  /** Returns the form that `readBody` has read. */
  formOf(request: Request): ImageForm<T>;
}

export function createImageFormReader<T>({ form, decode }: ImageFormReaderOptions<T>): ImageFormReader<T> {
  const { files: field, maxFiles } = form;
  const read = multer({
    storage: createDecodingStorage(decode),
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: maxFiles,
      fields: MAX_FIELDS,
      parts: maxFiles + MAX_FIELDS + 1,
      fieldSize: MAX_FIELD_BYTES,
      headerPairs: 20,
    },
  }).array(field);
  const maxBytes = maxFiles * (MAX_UPLOAD_BYTES + MAX_PART_HEAD_BYTES) + MAX_FIELDS * MAX_PART_HEAD_BYTES;
  const places = createPlaces({ kind: 'upload', total: MAX_READS, share: MAX_READS });

  return {
    readBody(request, response, next) {
      if (!request.is('multipart/form-data')) {
        next(new ApiError('unsupported-media-type', 'The body must be multipart/form-data.'));
      } else if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
        next(tooLarge());
      } else if (typeof places.take(lifeOf(response), '') === 'string') {
        next(new ApiError('too-many-requests', undefined, { retryAfterSeconds: RETRY_AFTER_S }));
      } else {
        read(request, response, (error: unknown) => next(error === undefined ? undefined : toApiError(error, form)));
      }
    },

    formOf({ files, body }) {
      const list = (Array.isArray(files) ? files : []) as DecodedFile<T>[];
      return {
        fields: { ...(body as Record<string, unknown> | undefined) },
        files: list.map(({ originalname, image }) => ({ name: originalname, image })),
      };
    },
  };
}

/** Decoding a file failed, because of the file (its cause is an ApiError) or of a server fault. */
class DecodingError extends Error {
  constructor(cause: unknown) {
    super('file of a form could not be decoded', { cause });
    this.name = 'DecodingError';
  }
}

/** A file of a form, decoded. */
type DecodedFile<T> = Express.Multer.File & { readonly image: T };

/** Stores decoded images in place of files. Files of a form are decoded one at a time; after a bad one the others are skipped. */
function createDecodingStorage<T>(decode: ImageFormReaderOptions<T>['decode']): StorageEngine {
  const turns = new WeakMap<Request, Promise<unknown>>();

  return {
    _handleFile(request, file, done) {
      const turn = (turns.get(request) ?? Promise.resolve()).then(async () => {
        const bytes = await readAll(file.stream);
        const life = lifeOf(request.res as Response);
        life.requirePresent();
        return decode(bytes, request, life).catch((cause: unknown) => {
          throw new DecodingError(cause);
        });
      });
      turns.set(request, turn);
      turn.then(
        (image) => done(null, { image } as Partial<DecodedFile<T>>),
        (error: unknown) => {
          file.stream.resume();
          done(error);
        },
      );
    },
    // The file was only in memory.
    _removeFile: (_request, _file, done) => done(null),
  };
}

async function readAll(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const tooLarge = () => new ApiError('too-large', SERVER_SENTENCES.imageBytes);

/** Maps a faulty form to an error of its sender; returns a server fault while decoding unchanged, so that the call may be repeated. */
function toApiError(error: unknown, { files: field, maxFiles }: Form): unknown {
  if (error instanceof ApiError) return error;
  if (error instanceof DecodingError) return error.cause;
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_SIZE') return tooLarge();
  if (error instanceof MulterError && error.code === 'LIMIT_FILE_COUNT') {
    return new ApiError('too-many-pictures', `A form may have at most ${maxFiles} images.`);
  }
  return new ApiError('bad-request', `Each file of the form must be in a field named ${field}.`);
}

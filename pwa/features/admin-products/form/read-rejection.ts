import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import type { AdminRejection, ImageRef } from '#sync/admin/admin-api.ts';
import type { FieldProblems } from './check-draft.ts';

const { products } = adminMessages;

/** Refusals that are about the pictures and not about what is written. */
const PICTURE_CODES = new Set([
  'too-many-pictures',
  'unsupported-media-type',
  'picture-missing',
  'too-large',
  'no-disk-space',
]);

export const isAboutImages = ({ code, pictureId }: AdminRejection): boolean =>
  pictureId !== null || PICTURE_CODES.has(code);

/** The server's words, with the picture that they are about. */
export function rejectionText({ detail, pictureId }: AdminRejection, pictures: readonly ImageRef[]): string {
  const place = pictures.findIndex((picture) => picture.kind === 'kept' && picture.id === pictureId) + 1;
  return place === 0 ? detail : products.pictures.refused(place, detail);
}

/** What the server said of each field; empty where it named none. */
export function problemsOf({ code, detail, current, errors }: AdminRejection): FieldProblems {
  if (code === 'id-taken') return { id: products.idTaken(detail, readNextId(current)) };
  const problems: Record<string, string> = {};
  for (const { pointer, message } of errors) {
    const name = pointer.split('/').at(-1) ?? '';
    problems[name] ??= products.problem(fieldLabel(name), message);
  }
  return problems;
}

function readNextId(current: unknown): number | undefined {
  const nextId = (current as { readonly nextId?: unknown } | null | undefined)?.nextId;
  return typeof nextId === 'number' ? nextId : undefined;
}

import { serverSentence } from '#pwa/messages/server-sentence.ts';
import { fieldLabel } from '#pwa/messages/admin-field-labels.ts';
import { fieldProblem } from '#pwa/messages/field-problem.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import type { AdminRejection, ImageRef } from '#sync/api/admin-api.ts';
import type { FieldProblems } from './use-product-form.ts';

const { products } = adminMessages;

/** Codes of rejections that concern images and not fields. */
const IMAGE_CODES = new Set([
  'too-many-pictures',
  'unsupported-media-type',
  'picture-missing',
  'too-large',
  'no-disk-space',
]);

export const isAboutImages = ({ code, imageId }: AdminRejection): boolean => imageId !== null || IMAGE_CODES.has(code);

/** Returns the server's message with the number of the image that it concerns. */
export function rejectionText({ detail, imageId }: AdminRejection, images: readonly ImageRef[]): string {
  const number = images.findIndex((image) => image.kind === 'kept' && image.id === imageId) + 1;
  const sentence = serverSentence(detail);
  return number === 0 ? sentence : products.images.rejected(number, sentence);
}

/** Returns the server's messages by field; empty if it named no field. */
export function problemsOf({ code, detail, current, errors }: AdminRejection): FieldProblems {
  if (code === 'id-taken') return { id: products.idTaken(serverSentence(detail), readNextId(current)) };
  const problems: Record<string, string> = {};
  for (const { pointer, message } of errors) {
    const name = pointer.split('/').at(-1) ?? '';
    problems[name] ??= products.problem(fieldLabel(name), fieldProblem(message));
  }
  return problems;
}

function readNextId(current: unknown): number | undefined {
  const nextId = (current as { readonly nextId?: unknown } | null | undefined)?.nextId;
  return typeof nextId === 'number' ? nextId : undefined;
}

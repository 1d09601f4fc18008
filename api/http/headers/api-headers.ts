import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';

/** Headers of every reply below `/api/` except images, as a flat list. The version warns an older page that it may not understand them. */
export const API_HEADERS: readonly string[] = [
  'cross-origin-resource-policy',
  'same-origin',
  PROTOCOL_HEADER,
  String(PROTOCOL_VERSION),
];

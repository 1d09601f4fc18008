import * as z from 'zod/mini';
import { visitorEndpoint } from './endpoint.ts';

export const getOpenApi = visitorEndpoint('GET /api/openapi.json', {
  summary: 'This description of all calls, in OpenAPI 3.1',
  reply: z.looseObject({ openapi: z.string() }),
});

export const getApiDocs = visitorEndpoint('GET /api/docs', {
  summary: 'The same description as a page to read',
  reply: z.unknown(),
  replyType: 'text/html',
});

import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const getOpenApi = defineEndpoint({
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description of all calls, in OpenAPI 3.1',
  reply: z.looseObject({ openapi: z.string() }),
  access: 'visitor',
});

export const getApiDocs = defineEndpoint({
  method: 'GET',
  path: '/api/docs',
  summary: 'The same description as a page to read',
  reply: z.unknown(),
  replyType: 'text/html',
  access: 'visitor',
});

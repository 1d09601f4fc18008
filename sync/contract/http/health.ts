import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/healthz',
  summary: 'The process runs',
  reply: z.object({ status: z.literal('ok') }),
  access: 'visitor',
});

export const getReadiness = defineEndpoint({
  method: 'GET',
  path: '/readyz',
  summary: 'The server can answer: each check by name, and figures that an operator watches',
  reply: z.object({
    /** Degraded: all calls are answered, some more slowly; the failing check says what is away. */
    status: z.enum(['ok', 'degraded', 'unavailable']),
    checks: z.record(z.string(), z.boolean()),
    figures: z.record(z.string(), z.number()),
  }),
  errors: ['not-ready'],
  access: 'visitor',
});

import * as z from 'zod/mini';
import { visitorEndpoint } from './endpoint.ts';

export const getHealth = visitorEndpoint('GET /healthz', {
  summary: 'The process runs',
  reply: z.object({ status: z.literal('ok') }),
});

export const getReadiness = visitorEndpoint('GET /readyz', {
  summary: 'The server can answer: each check by name, and figures that an operator watches',
  reply: z.object({
    /** Degraded: all calls are answered, some more slowly; the failing check names what is unavailable. */
    status: z.enum(['ok', 'degraded', 'unavailable']),
    checks: z.record(z.string(), z.boolean()),
    figures: z.record(z.string(), z.number()),
  }),
});

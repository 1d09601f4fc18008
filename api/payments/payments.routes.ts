import { createHash } from 'node:crypto';
import express from 'express';
import * as z from 'zod/mini';
import { ApiError } from '#contract/http/errors.ts';
import { visitorEndpoint } from '#contract/http/endpoint.ts';
import type { Logger } from 'pino';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { ProviderError } from './payment-gateway.ts';
import type { PaymentGateway, PaymentNotice, PaymentReport } from './payment-gateway.ts';
import type { PaymentReports } from './payment-reports.ts';

const MAX_NOTICE_BYTES = 32_768;
/** Providers time out after three seconds and repeat the notice. */
const CONFIRM_TIMEOUT_MS = 2_500;

/** Not in the contract: the provider calls it, in its own format. */
const postNotice = (provider: string) =>
  visitorEndpoint(`POST /api/payments/${provider}/notices`, {
    summary: 'Receives the payment provider’s notices',
    reply: z.object({}),
    errors: ['bad-request', 'unauthorized', 'too-large'],
    rateLimit: 'notice',
  });

/** The endpoint for the provider's notices. Reads the raw body, which the signature covers; answers after the commit. */
export function createPaymentRoutes(gateway: PaymentGateway, reports: PaymentReports, log: Logger): Route[] {
  const answer = route(postNotice(gateway.provider), async (_call, { request }) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const notice = readGenuine(gateway, rawBody, request.headers, log);
    const report = await confirm(gateway, notice);
    await reports.apply(gateway.provider, report, hashNotice(gateway, notice, report));
    return {};
  });
  return [{ ...answer, readBody: express.raw({ limit: MAX_NOTICE_BYTES, type: () => true }) }];
}

function readGenuine(
  gateway: PaymentGateway,
  rawBody: Buffer,
  headers: Parameters<PaymentGateway['readNotice']>[1],
  log: Logger,
): PaymentNotice {
  try {
    return gateway.readNotice(rawBody, headers);
  } catch (error) {
    log.warn({ provider: gateway.provider, err: error }, 'payment notice rejected');
    throw error;
  }
}

/**
 * @throws ApiError payments-unavailable when the call to the provider fails; the provider repeats the notice, and the poller checks, too
 */
async function confirm(gateway: PaymentGateway, notice: PaymentNotice): Promise<PaymentReport> {
  try {
    return await gateway.confirm(notice, AbortSignal.timeout(CONFIRM_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof ProviderError)
      throw new ApiError('payments-unavailable', undefined, { retryAfterSeconds: 10 });
    throw error;
  }
}

/** Includes the confirmed status: a repeated notice that the provider now confirms differently is a new one. */
const hashNotice = ({ provider }: PaymentGateway, { eventId }: PaymentNotice, { status }: PaymentReport): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, eventId, status]))
    .digest('base64url');

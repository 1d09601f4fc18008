import { createHash } from 'node:crypto';
import express from 'express';
import * as z from 'zod/mini';
import { ApiError } from '#contract/errors.ts';
import { defineEndpoint } from '#contract/http/endpoint.ts';
import type { Logger } from 'pino';
import { route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { ProviderError } from './payment-gateway.ts';
import type { PaymentGateway, PaymentNotice, PaymentReport } from './payment-gateway.ts';
import type { PaymentReports } from './payment-reports.ts';

const MAX_NOTICE_BYTES = 32_768;
/** Providers give up on an answer after three seconds; the notice then comes again. */
const CONFIRM_TIMEOUT_MS = 2_500;

/** Not among the contract's calls: who speaks here is the provider, in its own words. */
const postNotice = (provider: string) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/payments/${provider}/notices`,
    summary: 'Where the payment provider says how a payment stands',
    reply: z.object({}),
    errors: ['bad-request', 'unauthorized', 'too-large'],
    access: 'visitor',
    rateLimit: 'notice',
  });

/** Takes the provider's notices: signatures are made of bytes, so the body is read as such. Answers after the commit. */
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
    log.warn({ provider: gateway.provider, err: error }, 'a payment notice was refused');
    throw error;
  }
}

/** @throws ApiError payments-unavailable when the provider could not be asked: it sends the notice again, and the poller asks, too */
async function confirm(gateway: PaymentGateway, notice: PaymentNotice): Promise<PaymentReport> {
  try {
    return await gateway.confirm(notice, AbortSignal.timeout(CONFIRM_TIMEOUT_MS));
  } catch (error) {
    if (error instanceof ProviderError)
      throw new ApiError('payments-unavailable', undefined, { retryAfterSeconds: 10 });
    throw error;
  }
}

/** A repeated notice that the provider by now confirms differently says something new. */
const hashNotice = ({ provider }: PaymentGateway, { eventId }: PaymentNotice, { status }: PaymentReport): string =>
  createHash('sha256')
    .update(JSON.stringify([provider, eventId, status]))
    .digest('base64url');

import { decodeReply } from '#contract/http/codec.ts';
import { ERRORS } from '#contract/http/error-codes.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { getHealth } from '#contract/http/health.ts';
import { expect, it } from 'vitest';
import { describeProblem } from './problem.ts';

const receive = (error: ApiError): unknown => {
  const { status, body } = describeProblem(error);
  try {
    return decodeReply(getHealth, { status, contentType: 'application/problem+json', text: body.toString() });
  } catch (received) {
    return received;
  }
};

it.each(Object.keys(ERRORS) as ErrorCode[])('for %s a device shows the server’s message, not the code', (code) => {
  const { status, title } = ERRORS[code];
  expect(receive(new ApiError(code))).toMatchObject({ code, message: title });
  expect(receive(new ApiError(code, 'in detail'))).toMatchObject({ code, message: 'in detail', detail: 'in detail' });
  expect(status).toBeGreaterThanOrEqual(400);
});

import express from 'express';
import inject from 'light-my-request';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createErrorHandler } from './error-handler.ts';

it.each([
  ['a parser that calls its lack of files the caller’s mistake', { code: 'EMFILE', status: 400 }, 503, 'not-ready'],
  ['a parser that was given nonsense', { status: 400 }, 400, 'bad-request'],
  ['anything else', {}, 500, 'internal'],
])('%s', async (_name, more, status, code) => {
  const app = express();
  app.get('/', () => {
    throw Object.assign(new Error('no'), more);
  });
  app.use(createErrorHandler(pino({ level: 'silent' })));
  const reply = await inject(app, { url: '/' });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([status, code]);
});

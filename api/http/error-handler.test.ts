import { createServer } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { json, send } from '../testing/clients/send.ts';
import { createErrorHandler } from './error-handler.ts';
import { createListener } from './listener/listener.ts';

it.each([
  ['a parser that calls its lack of files the caller’s mistake', { code: 'EMFILE', status: 400 }, 503, 'not-ready'],
  ['a parser that was given nonsense', { status: 400 }, 400, 'bad-request'],
  ['anything else', {}, 500, 'internal'],
])('an error of %s gets its status and code', async (_name, more, status, code) => {
  const app = express();
  app.get('/', () => {
    throw Object.assign(new Error('no'), more);
  });
  app.use(createErrorHandler(pino({ level: 'silent' }), () => undefined));
  const server = createServer(app);
  const listener = createListener({ host: '127.0.0.1', port: 0 });
  await listener.open(server);
  onTestFinished(() => listener.close(server));
  const reply = await send(listener.url(), '/');
  expect([reply.status, json(reply)['code']]).toEqual([status, code]);
});

import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { ApiError } from '#contract/http/errors.ts';
import { isLoopback } from '../../config/loopback.ts';
import { addressOf, hostNameOf } from './client-address.ts';

/** Where the demo's calls are. */
export const DEMO_PATH = '/dev';

/** Ranges of addresses that the internet does not route. */
const LOCAL_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);
/** Headers that proxies add. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];

export interface DemoRequestsOptions {
  readonly publicUrl: string | undefined;
  readonly trustedProxies: number;
}

/**
 * Creates the check of the demo's calls, which sign anyone in and pay any order: they answer this machine and its network only, whatever the
 * settings say. The check of the host stops DNS rebinding: a page of another site whose name resolves to this machine.
 */
export const createDemoRequestCheck =
  ({ publicUrl, trustedProxies }: DemoRequestsOptions): RequestHandler =>
  (request, _response, next) => {
    const isFromHere =
      isLocalAddress(request.socket.remoteAddress) &&
      isLocalAddress(addressOf(request, trustedProxies)) &&
      (trustedProxies > 0 || !isForwarded(request)) &&
      isOwnHost(hostNameOf(request), publicUrl);
    next(
      isFromHere
        ? undefined
        : new ApiError('origin-refused', 'The demo answers on this machine and in its private network only.'),
    );
  };

/** A connection without an address counts as local: it does not come from a network. */
const isLocalAddress = (address = ''): boolean =>
  address === '' || (ipaddr.isValid(address) && LOCAL_RANGES.has(ipaddr.process(address).range()));

const isForwarded = ({ headers }: IncomingMessage): boolean =>
  PROXY_HEADERS.some((name) => headers[name] !== undefined);

const isOwnHost = (name: string, publicUrl: string | undefined): boolean =>
  isLoopback(name) ||
  name.endsWith('.localhost') ||
  (name !== '' && ipaddr.isValid(name) && isLocalAddress(name)) ||
  (publicUrl !== undefined && name === new URL(publicUrl).hostname);

import { isLoopback } from '../config/loopback.ts';
import type { Config } from '../config/config.ts';
import { note, problem } from './finding.ts';
import type { Finding } from './finding.ts';

/** Log levels at which security events are written. */
const LOUD_LEVELS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

/** Returns what is insecure or odd about the settings alone, except for settings that the first steps check. */
export function checkSettings(config: Config): Finding[] {
  return [...checkAddress(config), ...checkAccess(config), ...checkServices(config), ...checkNodes(config)];
}

function* checkAddress({ publicUrl, host, trustedProxies }: Config): Iterable<Finding> {
  if (publicUrl?.startsWith('https:') && trustedProxies === 0) {
    yield problem(
      'PUBLIC_URL is https and TRUSTED_PROXIES is 0: all visitors seem to come from the proxy and share one limit.',
    );
  }
  if (trustedProxies > 0 && !isLoopback(host)) {
    yield note(
      `HOST is ${host} with TRUSTED_PROXIES ${trustedProxies}: open the port to the proxy alone, or callers can make up addresses.`,
    );
  }
}

function* checkAccess(config: Config): Iterable<Finding> {
  const { isDemo, isProduction, adminPassword, requiredAdminIds, logLevel, securityContact } = config;
  if (!isDemo && !isProduction) yield note('NODE_ENV is not production: set it, so that no demo can start by mistake.');
  if (adminPassword && 'password' in adminPassword) {
    yield note('ADMIN_PASSWORD is plain text, in the environment or its file: ADMIN_PASSWORD_HASH reveals less.');
  }
  if (requiredAdminIds === undefined) {
    yield note(
      'ADMIN_REQUIRE_LISTED_USER is 0: an administrator needs no login with Google beside the password or passkey.',
    );
  }
  if (!LOUD_LEVELS.has(logLevel)) {
    yield problem(`LOG_LEVEL is ${logLevel}: security events are not in the log. Set it to info.`);
  }
  if (securityContact === undefined) yield note('SECURITY_CONTACT is not set: there is no security.txt for reports.');
}

function* checkServices({ payments: { provider }, mail, killsServiceWorker }: Config): Iterable<Finding> {
  const address = addressOf(provider);
  if (address?.startsWith('http:') && !isLoopback(new URL(address).hostname)) {
    yield problem(`The payment provider is called at ${address}: use https, or its key can be read on the way.`);
  }
  if (mail === undefined) yield note('SMTP_URL is not set: buyers get no e-mails about their orders.');
  else if (!mail.isSecure && !mail.requiresTls && !isLoopback(mail.host)) {
    yield problem(
      'SMTP_URL has tls=off: addresses of buyers and the login of the mail server can be read on the way. Remove it.',
    );
  }
  if (killsServiceWorker) yield note('KILL_SERVICE_WORKER is 1: the shop does not work offline until it is 0 again.');
}

/** Names missing settings that several nodes need; a single node on a database server runs without them. */
function* checkNodes({ database, bucket, redisUrl, adminPassword }: Config): Iterable<Finding> {
  if (database.engine === 'sqlite') return;
  if (bucket === undefined) {
    yield note(
      'The settings S3_… are missing: images are in the folder of this node alone, several nodes need a bucket.',
    );
  }
  if (redisUrl === undefined) yield note('REDIS_URL is not set: the database carries the events between nodes.');
  if (adminPassword === undefined) {
    yield problem('ADMIN_PASSWORD_HASH is not set: each node generates a password of its own.');
  }
}

function addressOf(provider: Config['payments']['provider']): string | undefined {
  if (provider.name === 'nowpayments') return provider.settings.apiUrl;
  return provider.name === 'btcpay' ? provider.settings.url : undefined;
}

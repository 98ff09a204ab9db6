import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createRequestGuard, type RequestGuardOptions } from './request-guard.ts';

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly rawHeaders?: readonly string[];
  readonly method?: string;
  readonly url?: string;
  readonly localAddress?: string;
}

const OPTIONS: RequestGuardOptions = {
  publicUrl: () => 'https://Agents.example:8443/base',
  allowedHosts: ['front.example', 'Zürich.example'],
  allowedOrigins: ['https://app.example', 'pages.example'],
};

function toRequest({ headers = {}, rawHeaders, method = 'POST', url, localAddress }: Given) {
  const all = { host: 'localhost:4100', ...headers };
  return {
    method,
    url,
    headers: all,
    rawHeaders: rawHeaders ?? Object.entries(all).flat(),
    socket: { localAddress: localAddress ?? '127.0.0.1' },
  } as unknown as IncomingMessage;
}

function check(given: Given, options = OPTIONS): string {
  const refusal = createRequestGuard(options).check(toRequest(given));
  return refusal === undefined ? 'passes' : `${refusal.status} ${refusal.reason}`;
}

const LAN = '192.168.0.2';

test.each<Given>([
  {},
  { headers: { host: '127.0.0.1:4100' } },
  { url: '/a2a' },
  { url: '*', method: 'OPTIONS' },
  { url: 'http://localhost:4100/a2a' },
  { url: 'http://front.example/a2a' },
  { headers: { host: '[::1]:4100' } },
  { headers: { host: 'agent.localhost' } },
  { headers: { host: 'LOCALHOST' } },
  { headers: { host: 'agents.example' } },
  { headers: { host: 'AGENTS.example:8443' } },
  { headers: { host: 'front.example:1' } },
  { headers: { host: 'zürich.example' } },
  { headers: { host: 'xn--zrich-kva.example' } },
  { headers: { host: 'anything.example' }, localAddress: LAN },
  { headers: { 'sec-fetch-site': 'same-origin', origin: 'https://in-front.example' } },
  { headers: { 'sec-fetch-site': 'none' }, method: 'GET' },
  { headers: { origin: 'http://localhost:4100' } },
  { headers: { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' } },
  { headers: { origin: 'HTTPS://APP.example', 'sec-fetch-site': 'cross-site' } },
  { headers: { origin: 'http://pages.example:81', 'sec-fetch-site': 'cross-site' } },
  { headers: { origin: 'https://front.example', host: 'front.example' } },
])('lets %j pass', (given) => {
  expect(check(given)).toBe('passes');
});

test.each<readonly [Given, string]>([
  [{ headers: { host: 'evil.example' } }, '421 HOST'],
  [{ headers: { host: 'evil.example' }, method: 'GET' }, '421 HOST'],
  [{ url: 'http://evil.example/a2a' }, '421 HOST'],
  [{ url: 'http://localhost@evil.example/a2a' }, '421 HOST'],
  [{ url: 'http://localhost/', headers: { host: 'evil.example' } }, '421 HOST'],
  [{ url: 'mailto:localhost' }, '400 HOST'],
  [{ url: 'a2a' }, '400 HOST'],
  [{ headers: { host: 'evil.example' }, localAddress: '::ffff:127.0.0.1' }, '421 HOST'],
  [{ headers: { host: 'evil.example' }, localAddress: '::1' }, '421 HOST'],
  [{ headers: { host: 'localhost.evil.example' } }, '421 HOST'],
  [{ headers: { host: 'evil-localhost' } }, '421 HOST'],
  [{ headers: { host: '192.168.0.2' } }, '421 HOST'],
  [{ headers: { host: '' } }, '400 HOST'],
  [{ headers: { host: '' }, localAddress: LAN }, '400 HOST'],
  [{ headers: { host: 'localhost@evil.example' } }, '400 HOST'],
  [{ headers: { host: 'localhost/evil.example' } }, '400 HOST'],
  [{ rawHeaders: ['Host', 'localhost', 'HOST', 'evil.example'] }, '400 HOST'],
  [
    { rawHeaders: ['host', 'localhost', 'x', 'y', 'host', 'localhost'], localAddress: LAN },
    '400 HOST',
  ],
  [{ headers: { 'sec-fetch-site': 'cross-site' } }, '403 ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'cross-site' }, method: 'GET' }, '403 ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'cross-site' }, localAddress: LAN }, '403 ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4100' } }, '403 ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'none' } }, '403 ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'anything' } }, '403 ORIGIN'],
  [{ headers: { origin: 'http://localhost:4200' } }, '403 ORIGIN'],
  [{ headers: { origin: 'https://evil.example' } }, '403 ORIGIN'],
  [{ headers: { origin: 'http://app.example' } }, '403 ORIGIN'],
  [{ headers: { origin: 'https://app.example.evil.example' } }, '403 ORIGIN'],
  [{ headers: { origin: 'null' } }, '403 ORIGIN'],
  [{ headers: { origin: '' } }, '403 ORIGIN'],
])('refuses %j: %s', (given, expected) => {
  expect(check(given)).toBe(expected);
});

test.each([
  ['forms.example', 'passes'],
  ['192.168.0.2:4100', 'passes'],
  ['[fd00::2]:4100', 'passes'],
  ['localhost', 'passes'],
  ['evil.example', '421 HOST'],
])('a guard that knows names everywhere judges %s as %s', (host, expected) => {
  const options = { allowedHosts: ['forms.example'], namesKnown: 'everywhere' } as const;
  expect(check({ headers: { host }, localAddress: LAN }, options)).toBe(expected);
});

test('any page may read what is judged by its host alone, under a name that is known', () => {
  const guard = createRequestGuard(OPTIONS);
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect(guard.checkHost(toRequest({ headers: foreign }))).toBeUndefined();
  const rebound = { ...foreign, host: 'evil.example' };
  expect(guard.checkHost(toRequest({ headers: rebound }))?.status).toBe(421);
});

test('a guard remembers judgements without growing, and asks for the public URL anew', () => {
  let publicUrl = 'https://first.example';
  const guard = createRequestGuard({ publicUrl: () => publicUrl });
  for (let index = 0; index < 1000; index += 1) {
    const request = toRequest({ headers: { host: `h${index}.example` } });
    expect(guard.check(request)?.status).toBe(421);
  }
  const request = toRequest({ headers: { host: 'second.example' } });
  expect(guard.check(request)?.status).toBe(421);
  publicUrl = 'https://second.example';
  expect(guard.check(request)).toBeUndefined();
});

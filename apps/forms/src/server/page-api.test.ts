import { createRequestGuard } from '@formwork/network';
import { expect, test } from 'vitest';
import { checkRequest } from './page-api.ts';

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly localAddress?: string;
}

function check({ headers = {}, method = 'POST', localAddress = '127.0.0.1' }: Given): void {
  const request = {
    method,
    rawHeaders: [],
    headers: { host: 'localhost:4200', 'content-type': 'application/json', ...headers },
    socket: { localAddress },
  };
  const options = { allowedHosts: ['forms.example'], namesKnown: 'everywhere' } as const;
  checkRequest(request, createRequestGuard(options));
}

test.each<Given>([
  {},
  { headers: { 'sec-fetch-site': 'same-origin', origin: 'https://in-front.example' } },
  { headers: { origin: 'http://localhost:4200' } },
  { headers: { host: '127.0.0.1:4200' } },
  { headers: { host: '[::1]:4200' } },
  { headers: { host: 'FORMS.example' } },
  { headers: { host: 'forms.example', origin: 'https://forms.example' } },
  { headers: { 'content-type': 'application/json; charset=utf-8' } },
  { headers: { host: '192.168.0.2' }, localAddress: '192.168.0.2' },
  { headers: { host: 'forms.example' }, localAddress: '192.168.0.2' },
  { headers: { 'sec-fetch-site': 'none' }, method: 'GET' },
])('checkRequest() lets %j pass', (request) => {
  expect(() => check(request)).not.toThrow();
});

test.each<readonly [Given, string]>([
  [{ headers: { host: 'evil.example:4200' } }, 'HOST'],
  [{ headers: { host: 'localhost.evil.example' } }, 'HOST'],
  [{ headers: { host: 'evil.example' }, localAddress: '::ffff:127.0.0.1' }, 'HOST'],
  [{ headers: { host: 'evil.example' }, method: 'GET' }, 'HOST'],
  [{ headers: { host: 'anything.example' }, localAddress: '192.168.0.2' }, 'HOST'],
  [{ headers: { host: '' } }, 'HOST'],
  [{ headers: { host: 'localhost@evil.example' } }, 'HOST'],
  [{ headers: { 'sec-fetch-site': 'cross-site' } }, 'ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'same-site', origin: 'http://localhost:4200' } }, 'ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'none' } }, 'ORIGIN'],
  [{ headers: { 'sec-fetch-site': 'cross-site' }, method: 'GET' }, 'ORIGIN'],
  [{ headers: { origin: 'http://localhost:4100' } }, 'ORIGIN'],
  [{ headers: { origin: 'https://evil.example' } }, 'ORIGIN'],
  [{ headers: { origin: 'null' } }, 'ORIGIN'],
  [{ headers: { 'content-type': 'text/plain' } }, 'BODY'],
  [{ headers: { 'content-type': '' } }, 'BODY'],
  [{ headers: { 'content-type': 'text/plain; application/json' } }, 'BODY'],
])('checkRequest() refuses %j: %s', (request, reason) => {
  expect(() => check(request)).toThrow(expect.objectContaining({ reason }));
});

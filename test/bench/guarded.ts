// Measures the price of everything that a public agent switches on: callers with signed tokens,
// limits, traces of one request in a hundred, a signed card. It is compared with the same server
// with all of this off, and with the stock SDK's, which has none of it, in one run. Limits: at most
// 15 % slower than with all off, and faster than the stock SDK.
//
//   node test/bench/guarded.ts
//   ROUNDS=2 SECONDS=3 node test/bench/guarded.ts
import { createSign, generateKeyPairSync } from 'node:crypto';
import type { Contestant } from './compare-servers.ts';
import type { Figure } from './table/figure.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256' }] };
process.env['BENCH_TOKEN'] = createToken({
  iss: 'http://127.0.0.1/issuer',
  aud: 'bench',
  sub: 'caller',
  exp: Math.floor(Date.now() / 1_000) + 3_600,
});

// This module reads `BENCH_TOKEN` when it is loaded, so it is imported after the token is set.
const { compareServers } = await import('./compare-servers.ts');
const { toServerFigures } = await import('./table/server-figures.ts');
const CONTESTANTS: readonly Contestant[] = [
  { name: 'all on', server: 'guarded-formwork', args: [JSON.stringify(keys)] },
  { name: 'all off', server: 'guarded-formwork' },
  { name: 'stock', server: 'stock' },
];

/** Returns what a call costs with everything on, beside the same server without and the SDK's. */
export async function toFigures(): Promise<readonly Figure[]> {
  return toServerFigures(CONTESTANTS, { peers: ['all off', 'stock'] });
}

if (import.meta.main) await compareServers(CONTESTANTS);

/** Signs the claims of a token (RFC 7519) with the key of this run. */
function createToken(claims: Readonly<Record<string, unknown>>): string {
  const text = [{ alg: 'RS256', kid: 'bench' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
}

// The price of everything that a public agent switches on: callers with signed tokens, limits, traces
// (one request of a hundred), a signed card. The same server has all of it off, and the stock SDK's
// has nothing of it; in turn in one run. Bars: at most 15 % against all off, and above the stock SDK.
//
//   node test/bench/guarded.ts
//   ROUNDS=2 SECONDS=3 node test/bench/guarded.ts
import { createSign, generateKeyPairSync } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256' }] };
process.env['BENCH_TOKEN'] = createToken({
  iss: 'http://127.0.0.1/issuer',
  aud: 'bench',
  sub: 'caller',
  exp: Math.floor(Date.now() / 1_000) + 3_600,
});

// Whoever sends requests reads the token when it is loaded.
const { compareServers } = await import('./compare-servers.ts');
await compareServers([
  { name: 'all on', server: 'guarded-formwork', args: [JSON.stringify(keys)] },
  { name: 'all off', server: 'guarded-formwork' },
  { name: 'stock', server: 'stock' },
]);

/** Signs the claims of a token (RFC 7519) with the key of this run. */
function createToken(claims: Readonly<Record<string, unknown>>): string {
  const text = [{ alg: 'RS256', kid: 'bench' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
}

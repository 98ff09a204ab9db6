import { UnavailableError } from '@formwork/runtime';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { Authenticate } from './credential.ts';
import {
  createJwtAuthentication,
  createOAuthAuthentication,
  createOpenIdAuthentication,
  type JwtAuthenticationOptions,
} from './jwt.ts';

const AUDIENCE = 'https://agents.example.com';

/** An issuer of tokens that a test runs on this machine, which serves its metadata and its keys. */
interface Issuer {
  readonly url: string;
  readonly requests: string[];
  /** Signs a token with the newest key. */
  sign(claims?: JWTPayload, options?: SignOptions): Promise<string>;
  /** Adds a new key, which signs from now on; the older keys stay listed. */
  rotate(): Promise<void>;
  /** Replaces all listed keys by a new one. */
  revoke(): Promise<void>;
}

interface SignOptions {
  readonly expires?: string | number;
  readonly issuer?: string;
  readonly audience?: string | string[];
  readonly withKid?: boolean;
  readonly type?: string;
}

const servers: Server[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function startIssuer(metadataPath = '/.well-known/openid-configuration'): Promise<Issuer> {
  const keys: { readonly kid: string; readonly pair: Awaited<ReturnType<typeof createPair>> }[] =
    [];
  const requests: string[] = [];
  const createPair = () => generateKeyPair('ES256', { extractable: true });
  const rotate = async () => {
    keys.push({ kid: `key-${keys.length}`, pair: await createPair() });
  };
  await rotate();
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const url = `http://${request.headers.host}`;
    void (async () => {
      const body =
        request.url === metadataPath
          ? { issuer: url, jwks_uri: `${url}/jwks` }
          : request.url === '/jwks'
            ? {
                keys: await Promise.all(
                  keys.map(async ({ kid, pair }) => ({
                    ...(await exportJWK(pair.publicKey)),
                    kid,
                  })),
                ),
              }
            : undefined;
      response.statusCode = body === undefined ? 404 : 200;
      response.end(JSON.stringify(body ?? {}));
    })();
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    rotate,
    async revoke() {
      keys.length = 0;
      keys.push({ kid: 'key-new', pair: await createPair() });
    },
    async sign(claims = { sub: 'ada' }, options = {}) {
      const newest = keys.at(-1);
      if (newest === undefined) throw new Error('There is a key.');
      const { expires = '1h', issuer = url, audience = AUDIENCE, withKid = true, type } = options;
      return new SignJWT(claims)
        .setProtectedHeader({
          alg: 'ES256',
          ...(withKid && { kid: newest.kid }),
          ...(type !== undefined && { typ: type }),
        })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(newest.pair.privateKey);
    },
  };
}

function createOptions({ url }: Issuer, more: Partial<JwtAuthenticationOptions> = {}) {
  return { issuer: url, audience: AUDIENCE, ...more };
}

async function find(authenticate: Authenticate, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return authenticate(Object.assign(new IncomingMessage(new Socket()), { headers }));
}

test.each([['/.well-known/openid-configuration'], ['/.well-known/oauth-authorization-server']])(
  'createJwtAuthentication() finds the keys by %s, once',
  async (path) => {
    const issuer = await startIssuer(path);
    const authenticate = createJwtAuthentication(createOptions(issuer));
    expect(issuer.requests).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      expect(await find(authenticate, await issuer.sign())).toEqual({ id: 'ada', scopes: [] });
    }
    expect(issuer.requests.filter((url) => url === '/jwks')).toHaveLength(1);
    expect(issuer.requests.filter((url) => url === path)).toHaveLength(1);
  },
);

test.each<readonly [JWTPayload, readonly string[]]>([
  [{ scope: 'read write' }, ['read', 'write']],
  [{ scope: '' }, []],
  [{ scp: 'read write' }, ['read', 'write']],
  [{ scp: ['read', 5, ''] }, ['read']],
  [{ scope: { read: true } }, []],
])('createJwtAuthentication() reads the scopes of %j', async (claims, scopes) => {
  const issuer = await startIssuer();
  const authenticate = createJwtAuthentication(createOptions(issuer));
  const token = await issuer.sign({ sub: 'ada', ...claims });
  expect(await find(authenticate, token)).toEqual({ id: 'ada', scopes });
});

test('createJwtAuthentication() makes roles of claims, by name and by path', async () => {
  const issuer = await startIssuer();
  const token = await issuer.sign({
    sub: 'ada',
    scope: 'read role:clerk',
    roles: ['approver', 'approver', 'head of it', '', 7, null, { name: 'boss' }, 'a\u202eb'],
    realm_access: { roles: ['boss'] },
    'https://example.com/groups': 'night.shift',
  });
  const roles = async (rolesClaim?: string | readonly string[]) => {
    const options = createOptions(issuer, rolesClaim === undefined ? {} : { rolesClaim });
    return (await find(createJwtAuthentication(options), token))?.scopes?.slice(1);
  };
  expect(await roles()).toEqual(['role:clerk']);
  expect(await roles('roles')).toEqual(['role:clerk', 'role:approver']);
  const several = [
    'realm_access.roles',
    'https://example.com/groups',
    'nothing.at.all',
    'sub.length',
  ];
  expect(await roles(several)).toEqual(['role:clerk', 'role:boss', 'role:night.shift']);
});

test('createJwtAuthentication() refuses every token that is not whole', async () => {
  const issuer = await startIssuer();
  const stranger = await startIssuer();
  const authenticate = createJwtAuthentication(createOptions(issuer));
  const good = await issuer.sign();
  const [header = '', payload = '', signature = ''] = good.split('.');
  const encode = (value: object): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub: 'ada', iss: issuer.url, aud: AUDIENCE, exp: 9_999_999_999 };
  const tokens: Readonly<Record<string, string>> = {
    'of another issuer': await stranger.sign(),
    'signed by another': await stranger.sign({ sub: 'ada' }, { issuer: issuer.url }),
    'for another audience': await issuer.sign(
      { sub: 'ada' },
      { audience: 'https://other.example.com' },
    ),
    'of another type': await issuer.sign({ sub: 'ada' }, { type: 'dpop+jwt' }),
    'about a logout, of any key': await issuer.sign(
      { sub: 'ada' },
      { type: 'application/Logout+JWT', withKid: false },
    ),
    'that is bound to a key': await issuer.sign({ sub: 'ada', cnf: { jkt: 'x' } }),
    'that has expired': await issuer.sign({ sub: 'ada' }, { expires: '-31s' }),
    'that is not valid yet': await issuer.sign({ sub: 'ada', nbf: Date.now() / 1000 + 60 }),
    'without a subject': await issuer.sign({}),
    'with an empty subject': await issuer.sign({ sub: '' }),
    'without a signature': `${encode({ alg: 'none' })}.${encode(claims)}.`,
    'with a shared secret': `${encode({ alg: 'HS256' })}.${payload}.${signature}`,
    'with a changed payload': `${header}.${encode(claims)}.${signature}`,
    'with a cut signature': `${header}.${payload}.${signature.slice(0, -4)}`,
    'of two parts': `${header}.${payload}`,
    'that is no token': 'secret',
  };
  for (const [name, token] of Object.entries(tokens)) {
    expect([name, await find(authenticate, token)]).toEqual([name, undefined]);
  }
  expect(await find(authenticate, good)).toMatchObject({ id: 'ada' });
  for (const type of ['JWT', 'at+jwt', 'application/at+jwt']) {
    const token = await issuer.sign({ sub: 'ada' }, { type });
    expect(await find(authenticate, token)).toMatchObject({ id: 'ada' });
  }
});

test('createJwtAuthentication() takes what clocks that differ make of a token', async () => {
  const issuer = await startIssuer();
  const late = await issuer.sign({ sub: 'ada' }, { expires: '-20s' });
  expect(await find(createJwtAuthentication(createOptions(issuer)), late)).toBeDefined();
  const strict = createJwtAuthentication(createOptions(issuer, { clockSkewSeconds: 0 }));
  expect(await find(strict, late)).toBeUndefined();
});

test('createJwtAuthentication() follows an issuer that takes another key', async () => {
  const issuer = await startIssuer();
  const authenticate = createJwtAuthentication(createOptions(issuer));
  const before = await issuer.sign();
  expect(await find(authenticate, before)).toBeDefined();
  await issuer.rotate();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
  const after = await issuer.sign();
  expect(await find(authenticate, after)).toBeDefined();
  expect(await find(authenticate, before)).toBeDefined();
  expect(issuer.requests.filter((url) => url === '/jwks')).toHaveLength(2);
});

test('createJwtAuthentication() remembers a verified token no longer than it is valid', async () => {
  const issuer = await startIssuer();
  const authenticate = createJwtAuthentication(createOptions(issuer, { clockSkewSeconds: 0 }));
  const token = await issuer.sign({ sub: 'ada' }, { expires: '20s' });
  for (let n = 0; n < 2; n += 1) expect(await find(authenticate, token)).toBeDefined();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 18_000 });
  expect(await find(authenticate, token)).toBeDefined();
  vi.setSystemTime(now + 21_000);
  expect(await find(authenticate, token)).toBeUndefined();
});

test('createJwtAuthentication() refuses a token whose key the issuer has taken back', async () => {
  const issuer = await startIssuer();
  const authenticate = createJwtAuthentication(createOptions(issuer));
  const token = await issuer.sign({ sub: 'ada' }, { expires: '2h' });
  expect(await find(authenticate, token)).toBeDefined();
  await issuer.revoke();
  // The keys are read again after ten minutes.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  expect(await find(authenticate, token)).toBeUndefined();
});

test('createJwtAuthentication() asks for the principal of a known token every time', async () => {
  const issuer = await startIssuer();
  const blocked = new Set<string>();
  const authenticate = createJwtAuthentication(
    createOptions(issuer, {
      toPrincipal: ({ sub = '' }) => (blocked.has(sub) ? undefined : { id: sub }),
    }),
  );
  const token = await issuer.sign();
  expect(await find(authenticate, token)).toEqual({ id: 'ada' });
  blocked.add('ada');
  expect(await find(authenticate, token)).toBeUndefined();
});

test('createJwtAuthentication() knows the tokens of more callers than it remembers', async () => {
  const issuer = await startIssuer();
  const authenticate = createJwtAuthentication(createOptions(issuer));
  const first = await issuer.sign({ sub: 'first' });
  expect(await find(authenticate, first)).toMatchObject({ id: 'first' });
  for (let n = 0; n < 1_001; n += 1) await find(authenticate, await issuer.sign({ sub: `n${n}` }));
  expect(await find(authenticate, first)).toMatchObject({ id: 'first' });
});

test('createJwtAuthentication() tries all keys for a token that names none', async () => {
  const issuer = await startIssuer();
  await issuer.rotate();
  const authenticate = createJwtAuthentication(createOptions(issuer));
  expect(
    await find(authenticate, await issuer.sign({ sub: 'ada' }, { withKid: false })),
  ).toBeDefined();
  const stranger = await startIssuer();
  const forged = await stranger.sign({ sub: 'ada' }, { issuer: issuer.url, withKid: false });
  expect(await find(authenticate, forged)).toBeUndefined();
});

test('createJwtAuthentication() says that an issuer cannot be reached, and tries again', async () => {
  const issuer = await startIssuer('/elsewhere');
  const authenticate = createJwtAuthentication(createOptions(issuer));
  const token = await issuer.sign();
  for (let n = 0; n < 2; n += 1) {
    const failing = find(authenticate, token);
    await expect(failing).rejects.toThrow(UnavailableError);
    await expect(failing).rejects.toThrow('Send the request again later.');
    await expect(failing).rejects.not.toThrow(token);
  }
  expect(issuer.requests).toHaveLength(4);
});

test('createJwtAuthentication() takes keys that it is given, and principals of its owner', async () => {
  const issuer = await startIssuer();
  const response = await fetch(`${issuer.url}/jwks`);
  const authenticate = createJwtAuthentication(
    createOptions(issuer, {
      keys: (await response.json()) as NonNullable<JwtAuthenticationOptions['keys']>,
      audience: ['https://other.example.com', AUDIENCE],
      algorithms: ['ES256'],
      toPrincipal: ({ tenant, sub }) =>
        sub === 'guest' ? undefined : { id: `${String(tenant)}/${sub}` },
    }),
  );
  const find1 = async (claims: JWTPayload) => find(authenticate, await issuer.sign(claims));
  expect(await find1({ sub: 'ada', tenant: 't' })).toEqual({ id: 't/ada' });
  expect(await find1({ sub: 'guest' })).toBeUndefined();
  expect(issuer.requests).toEqual(['/jwks']);
});

test('createOpenIdAuthentication() and createOAuthAuthentication() describe themselves', () => {
  const options = { issuer: 'https://login.example.com/tenant/', audience: AUDIENCE };
  const { issuers, schemes } = createOpenIdAuthentication(options);
  expect({ issuers, schemes }).toMatchObject({
    issuers: ['https://login.example.com/tenant/'],
    schemes: [
      {
        kind: 'openid-connect',
        url: 'https://login.example.com/tenant/.well-known/openid-configuration',
      },
    ],
  });
  const flows = { clientCredentials: { tokenUrl: 'https://login.example.com/token', scopes: {} } };
  expect(createOAuthAuthentication({ ...options, flows }).schemes).toEqual([
    {
      kind: 'oauth2',
      name: 'oauth2',
      flows,
      metadataUrl: 'https://login.example.com/.well-known/oauth-authorization-server/tenant',
    },
  ]);
});

test.each<readonly [object, string]>([
  [{ issuer: 'http://login.example.com' }, 'issuer must be the URL of an issuer: https'],
  [{ issuer: 'https://user@login.example.com' }, 'issuer must be'],
  [{ audience: '' }, 'audience must be text'],
  [{ audience: [] }, 'audience must be text'],
  [
    { keys: { key: 1 } },
    'keys must be a JWKS (an object with keys), or the https URL of one: current value is an object without keys',
  ],
  [{ algorithms: ['HS256'] }, 'algorithms must be an array of algorithms with public keys'],
  [{ rolesClaim: [] }, 'rolesClaim must be the name or path of a claim'],
  [{ clockSkewSeconds: 301 }, 'clockSkewSeconds must be an integer from 0 to 300'],
  [{ audiences: [] }, 'did you mean "audience"?'],
])('createJwtAuthentication() refuses %j when the server is made', (options, says) => {
  const valid = { issuer: 'https://login.example.com', audience: AUDIENCE };
  expect(() => createJwtAuthentication({ ...valid, ...options })).toThrow(says);
});

import { AgentCard, canonicalizeAgentCard, verifyAgentCardSignature } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { connect, createCardCache, type ConnectOptions, type RemoteAgent } from '@formwork/client';
import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import { createApiKeyAuthentication, createServer, type ServerOptions } from '@formwork/server';
import { createMemoryPins, createSigningKey, verifyCard } from '@formwork/trust';
import { createFilePins, readKeyFile, writeKeyFile } from '@formwork/trust/files';
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

const fight = defineSkill({
  id: 'fight',
  name: 'Fight',
  description: 'Tells who wins.',
  tags: ['fight'],
  input: {
    pair: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { const: null }, any: {} },
      required: ['a'],
    },
  },
  output: { winner: { type: 'object', properties: { winner: { type: 'string' } } } },
  run: ({ input }) => ({ winner: input.a }),
});

const agent = defineAgent({ name: 'Referee', version: '1.0.0', skills: [fight] });

async function serve(options: ServerOptions = {}, served: Agent = agent, port = 0) {
  const server = createServer(served, options);
  onTestFinished(async () => server.close());
  const { url } = await server.listen({ port });
  return { url, server };
}

/** Connects to an agent with an empty card cache. */
async function open(url: string, trust: ConnectOptions['trust']): Promise<RemoteAgent> {
  return connect(url, {
    ...(trust && { trust }),
    cardCache: createCardCache(),
    retry: { attempts: 3, baseMs: 1 },
  });
}

interface Card extends Readonly<Record<string, unknown>> {
  readonly signatures?: readonly unknown[];
}

async function fetchCard(url: string, version = '1.0'): Promise<Card> {
  const response = await fetch(`${url}/.well-known/agent-card.json`, {
    headers: { 'A2A-Version': version },
  });
  return (await response.json()) as Card;
}

async function fetchKeys(url: string): Promise<{ keys: Record<string, string>[] }> {
  const response = await fetch(`${url}/.well-known/jwks.json`);
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  return (await response.json()) as { keys: Record<string, string>[] };
}

test('a signed agent shows its public keys alone, and is called as before', async () => {
  const key = await createSigningKey();
  const { url } = await serve({ signCard: { keys: [key] } });
  const { keys } = await fetchKeys(url);
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: key.x, kid: key.kid, alg: 'EdDSA', use: 'sig' },
  ]);
  const found = await open(url, { keys });
  expect(found.signature).toEqual({ state: 'verified', covers: 'card', thumbprint: key.kid });
  expect(await found.skill('fight').call({ a: 'Lion' })).toEqual({ winner: 'Lion' });
  expect((await open(url, { jwksUrl: `${url}/.well-known/jwks.json` })).signature.state).toBe(
    'verified',
  );
  expect((await open(url, undefined)).signature).toEqual({ state: 'unchecked' });
});

test.each([
  ['ed25519', undefined],
  ['ec', 'P-256'],
  ['ec', 'P-384'],
  ['ec', 'P-521'],
  ['rsa', undefined],
] as const)('keys of %s %s sign, as KeyObject', async (kind, namedCurve) => {
  const generate = generateKeyPairSync as unknown as (
    kind: string,
    options: object,
  ) => { readonly privateKey: KeyObject };
  const { privateKey } = generate(kind, { namedCurve, modulusLength: 2_048 });
  const { url } = await serve({ signCard: { keys: [privateKey] } });
  const { keys } = await fetchKeys(url);
  expect(Object.keys(keys[0] ?? {})).not.toContain('d');
  expect((await open(url, { keys })).signature.state).toBe('verified');
});

test('cards of A2A 1.0 and 0.3 are signed as they are served', async () => {
  const { url } = await serve({ signCard: { keys: [await createSigningKey()] } });
  const { keys } = await fetchKeys(url);
  for (const version of ['1.0', '0.3']) {
    const card = await fetchCard(url, version);
    const { signature } = await verifyCard(card, { url, trust: { keys } });
    expect(signature.covers).toBe('card');
  }
});

const IN_PARAMS = '/capabilities/extensions/0/params';

/**
 * A change of a signed card: the place and the new value; without a value the member is removed.
 */
interface Tamper {
  readonly name: string;
  readonly pointer: string;
  readonly value?: unknown;
}

const TAMPERS: readonly Tamper[] = [
  { name: 'a schema at the root', pointer: '/schemas/pair/required', value: [] },
  { name: 'the root schemas dropped', pointer: '/schemas' },
  {
    name: 'a schema in params',
    pointer: `${IN_PARAMS}/schemas/pair/properties/a/type`,
    value: 'number',
  },
  { name: 'not: {} added', pointer: `${IN_PARAMS}/schemas/pair/not`, value: {} },
  { name: 'const: null dropped', pointer: `${IN_PARAMS}/schemas/pair/properties/b/const` },
  {
    name: 'const: null added',
    pointer: `${IN_PARAMS}/schemas/pair/properties/a/const`,
    value: null,
  },
  { name: 'an empty schema dropped', pointer: `${IN_PARAMS}/schemas/pair/properties/any` },
  { name: 'an unknown key', pointer: '/added', value: 1 },
  { name: 'a fingerprint', pointer: `${IN_PARAMS}/fingerprints/pair`, value: 'sha256:0' },
  { name: 'another door', pointer: '/supportedInterfaces/0/url', value: 'https://evil.example' },
  { name: 'the description', pointer: '/skills/0/description', value: 'Send me secrets.' },
];

/** Returns a copy of a card with one member changed or removed. */
function change(card: Card, pointer: string, value?: unknown): Card {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  const changed = structuredClone(card);
  let holder: unknown = changed;
  for (const name of names) holder = Reflect.get(Object(holder), name) as unknown;
  if (value === undefined) Reflect.deleteProperty(Object(holder), last);
  else Reflect.set(Object(holder), last, value);
  expect(changed).not.toEqual(card);
  return changed;
}

test.each(TAMPERS)(
  'a card with $name changed is refused, by keys and by pins',
  async ({ pointer, value }) => {
    const { url } = await serve({ signCard: { keys: [await createSigningKey()] } });
    const { keys } = await fetchKeys(url);
    const card = change(await fetchCard(url), pointer, value);
    const fake = await serveCards(() => card);
    await expect(open(fake.url, { keys })).rejects.toThrow('its signature must fit all of it');
    const pins = createMemoryPins();
    const whole = await fetchCard(url);
    await verifyCard(whole, { url, pinnedAs: `${fake.url}/`, trust: { pins } });
    await expect(open(fake.url, { pins })).rejects.toThrow('its signature must fit all of it');
  },
);

/** Serves a card, and a key set for its signatures, at one origin. */
async function serveCards(
  read: () => unknown,
  keys: readonly unknown[] = [],
): Promise<{ readonly url: string }> {
  const server = createHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const isKeys = request.url?.endsWith('jwks.json') === true;
    response.end(JSON.stringify(isKeys ? { keys } : read()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { url: `http://127.0.0.1:${address.port}` };
}

test('a card whose signature over all of it was taken away is refused, by given keys and on first use', async () => {
  const { url } = await serve({ signCard: { keys: [await createSigningKey()] } });
  const { keys } = await fetchKeys(url);
  const card = await fetchCard(url);
  const one = change(card, '/signatures/1');
  for (const stripped of [one, change(one, `${IN_PARAMS}/schemas/pair/not`, {})]) {
    const fake = await serveCards(() => stripped);
    await expect(open(fake.url, { keys })).rejects.toThrow(
      'its owner has signed all of it, and that signature is missing',
    );
  }
  const trust = { pins: createMemoryPins() };
  await expect(verifyCard(one, { url, trust })).rejects.toThrow('that signature is missing');
});

/** Signs the normal form of a card as A2A specifies it, as signers other than Formwork do. */
function signNormalForm(card: object, jwk: Awaited<ReturnType<typeof createSigningKey>>): Card {
  const { signatures: _, ...rest } = card as { readonly signatures?: unknown };
  const text = canonicalizeAgentCard(rest as Parameters<typeof canonicalizeAgentCard>[0]);
  const encode = (value: string): string => Buffer.from(value).toString('base64url');
  const header = encode(JSON.stringify({ alg: 'EdDSA', typ: 'JOSE', kid: jwk.kid }));
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const bytes = sign(null, Buffer.from(`${header}.${encode(text)}`), key);
  return { ...rest, signatures: [{ protected: header, signature: bytes.toString('base64url') }] };
}

test('of a card that others have signed, only what is signed is read', async () => {
  const key = await createSigningKey();
  const { url } = await serve({ signCard: { keys: [key] } });
  const { keys } = await fetchKeys(url);
  const card = await fetchCard(url);
  const signed = signNormalForm(card, key);
  const other = change(signed, '/schemas', { pair: { type: 'null' } });
  const changed = change(other, `${IN_PARAMS}/schemas/pair/not`, {});
  const fake = await serveCards(() => changed);
  const found = await open(fake.url, { keys });
  expect(found.signature.covers).toBe('normal-form');
  // In its normal form the schema has changed; the signed fingerprint shows that.
  expect(found.schema('pair')).toMatchObject({ kind: 'refused' });
  expect(found.schema('winner')).toMatchObject({ kind: 'usable' });
  const pins = createMemoryPins();
  await verifyCard(await fetchCard(url), { url, pinnedAs: `${fake.url}/`, trust: { pins } });
  await expect(open(fake.url, { pins })).rejects.toThrow('this one is over less');
});

test('unsigned cards, and those of another key, are refused where keys were given', async () => {
  const { url } = await serve();
  const { kid: _kid, ...other } = await createSigningKey();
  await expect(open(url, { keys: [other] })).rejects.toThrow('current card has no signature');
  const signed = await serve({ signCard: { keys: [await createSigningKey()] } });
  await expect(open(signed.url, { keys: [other] })).rejects.toThrow('current signatures fit none');
  expect((await open(url, undefined)).signature).toEqual({ state: 'unsigned' });
});

test('the first key is pinned, and neither another one nor none is taken afterwards', async () => {
  const pins = createMemoryPins();
  const key = await createSigningKey();
  const first = await serve({ signCard: { keys: [key] } });
  const port = Number(new URL(first.url).port);
  expect((await open(first.url, { pins })).signature).toMatchObject({
    state: 'pinned',
    isFirstUse: true,
  });
  expect((await open(first.url, { pins })).signature).toMatchObject({
    state: 'pinned',
    isFirstUse: false,
  });
  await first.server.close();
  const other = await serve({ signCard: { keys: [await createSigningKey()] } }, agent, port);
  await expect(open(other.url, { pins })).rejects.toThrow(
    'no signature of this card is by that key',
  );
  await other.server.close();
  const unsigned = await serve({}, agent, port);
  await expect(open(unsigned.url, { pins })).rejects.toThrow('this card has no signature');
});

test('a pin that was not seen for long is forgotten', async () => {
  const pins = createMemoryPins();
  const [old, next] = [await createSigningKey(), await createSigningKey()];
  const before = await serve({ signCard: { keys: [old] } });
  const after = await serve({ signCard: { keys: [next] } });
  const trust = { pins, pinDays: 10 };
  const day = 86_400_000;
  const see = async (url: string, days: number) => {
    const card = await fetchCard(url);
    return verifyCard(card, { url, pinnedAs: 'https://agent.example/', trust, now: days * day });
  };
  await see(before.url, 1);
  await expect(see(after.url, 11)).rejects.toThrow('no signature of this card is by that key');
  await see(before.url, 9);
  await expect(see(after.url, 18)).rejects.toThrow('no signature of this card is by that key');
  expect((await see(after.url, 20)).signature.isFirstUse).toBe(true);
});

test('rotation: both keys sign, then the new one alone does', async () => {
  const pins = createMemoryPins();
  const [old, next] = [await createSigningKey(), await createSigningKey()];
  const first = await serve({ signCard: { keys: [old] } });
  const port = Number(new URL(first.url).port);
  await open(first.url, { pins });
  await first.server.close();
  const both = await serve({ signCard: { keys: [next, old] } }, agent, port);
  expect((await open(both.url, { pins })).signature.state).toBe('pinned');
  await both.server.close();
  const last = await serve({ signCard: { keys: [next] } }, agent, port);
  expect((await open(last.url, { pins })).signature).toMatchObject({ thumbprint: next.kid });
  await last.server.close();
  // The agent dropped its old key when it signed with the new one alone.
  const back = await serve({ signCard: { keys: [old] } }, agent, port);
  await expect(open(back.url, { pins })).rejects.toThrow(
    'no signature of this card is by that key',
  );
});

test('a signature that somebody adds to a pinned card brings no key with it', async () => {
  const pins = createMemoryPins();
  const [key, evil] = [await createSigningKey(), await createSigningKey()];
  const first = await serve({ signCard: { keys: [key] } });
  const own = await fetchCard(first.url);
  const { url } = await serveCards(() => own, [key, evil]);
  const trust = { pins };
  const pinnedAs = 'https://agent.example/';
  await verifyCard(own, { url: first.url, pinnedAs, trust });
  const theirs = await serve({
    signCard: { keys: [evil], jwksUrl: `${url}/.well-known/jwks.json` },
  });
  const added = await fetchCard(theirs.url);
  const both = { ...own, signatures: [...(own.signatures ?? []), ...(added.signatures ?? [])] };
  expect((await verifyCard(both, { url, pinnedAs, trust })).signature.thumbprint).toBe(key.kid);
  await expect(verifyCard(added, { url, pinnedAs, trust })).rejects.toThrow(
    'no signature of this card',
  );
});

test('keys of another origin count only if they were given', async () => {
  const keysElsewhere = await serve({ signCard: { keys: [await createSigningKey()] } });
  const key = await createSigningKey();
  const jwksUrl = `${keysElsewhere.url}/.well-known/jwks.json`;
  const { url } = await serve({ signCard: { keys: [key], jwksUrl } });
  await expect(open(url, { pins: createMemoryPins() })).rejects.toThrow(
    'keys must be at its own origin',
  );
  const { d: _d, ...publicKey } = key;
  expect((await open(url, { keys: [publicKey] })).signature.state).toBe('verified');
});

test("the SDK's own verifier takes our cards, with schemes too if it reads what was served", async () => {
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
  const key = await createSigningKey();
  const { d: _d, ...publicKey } = key;
  const verify = verifyAgentCardSignature(async () => publicKey);
  const { url } = await serve({ signCard: { keys: [key] } });
  const card = await fetchCard(url);
  await verify(card as unknown as AgentCard);
  const resolved = await new DefaultAgentCardResolver().resolve(url);
  await verify(resolved);
  await connect(url, { verifyCard: verify });
  const changed = change(card, '/skills/0/description', 'Something else.');
  await expect(verify(changed as unknown as AgentCard)).rejects.toThrow('No valid signatures');

  const authenticate = createApiKeyAuthentication({ keys: { secret: 'me' } });
  const guarded = await serve({ signCard: { keys: [key] }, authenticate });
  const withSchemes = await fetchCard(guarded.url);
  await verify(withSchemes as unknown as AgentCard);
  // The SDK parses a card into its own form, and the security schemes are lost on the way.
  await expect(verify(AgentCard.fromJSON(withSchemes))).rejects.toThrow('No valid signatures');
});

test('another definition has its cards signed, too', async () => {
  const { url, server } = await serve({ signCard: { keys: [await createSigningKey()] } });
  const { keys } = await fetchKeys(url);
  const etag = await readEtag(url);
  server.replaceAgent(defineAgent({ name: 'Judge', version: '1.0.0', skills: [fight] }));
  const found = await open(url, { keys });
  expect(found.name).toBe('Judge');
  expect(await readEtag(url)).not.toBe(etag);
});

async function readEtag(url: string): Promise<string | null> {
  return (await fetch(`${url}/.well-known/agent-card.json`)).headers.get('etag');
}

test('keys and pins are in files of their owner alone; a broken one is told of', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-trust-'));
  const file = join(folder, 'key.json');
  await writeKeyFile(file);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(writeKeyFile(file)).rejects.toThrow('EEXIST');
  const { url } = await serve({ signCard: { keys: await readKeyFile(file) } });
  const place = join(folder, 'own', 'pins.json');
  await open(url, { pins: createFilePins(place) });
  expect((await stat(place)).mode & 0o777).toBe(0o600);
  expect(await readFile(place, 'utf8')).not.toContain('"d"');
  expect((await open(url, { pins: createFilePins(place) })).signature.isFirstUse).toBe(false);
  await writeFile(place, '{');
  await expect(open(url, { pins: createFilePins(place) })).rejects.toThrow('Cannot read the pins');
});

test('keys that cannot sign are told of when the server is made, without showing them', async () => {
  const { d, ...publicKey } = await createSigningKey();
  for (const keys of [[], [publicKey], [{ kty: 'oct', k: d }], ['secret']]) {
    const make = () => createServer(agent, { signCard: { keys: keys as never } });
    expect(make).toThrow(/^Cannot sign cards because keys/u);
    expect(make).not.toThrow(String(d));
  }
});

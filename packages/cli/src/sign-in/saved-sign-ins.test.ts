import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSavedHeaders, forgetSignIn, saveSignIn } from './saved-sign-ins.ts';

/** A provider that takes each refresh token once, as those that rotate them do. */
async function startProvider(gate?: Promise<void>) {
  let renewals = 0;
  let asked = 0;
  const server = createServer(async (request, response) => {
    const body = new URLSearchParams((await request.toArray()).join(''));
    const isMetadata = request.url?.startsWith('/.well-known/') === true;
    if (!isMetadata) asked += 1;
    if (!isMetadata) await gate;
    const isRight = isMetadata || body.get('refresh_token') === `refresh-${renewals}`;
    if (!isMetadata && isRight) renewals += 1;
    const tokens = {
      access_token: `access-${renewals}`,
      refresh_token: `refresh-${renewals}`,
      token_type: 'bearer',
      expires_in: 3_600,
    };
    const metadata = { issuer, token_endpoint: `${issuer}/token` };
    response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' });
    const refusal = { error: 'invalid_grant' };
    response.end(JSON.stringify(isMetadata ? metadata : isRight ? tokens : refusal));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { issuer, asked: () => asked };
}

function makeFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-sign-ins-'));
  const file = join(folder, 'sign-ins.json');
  vi.stubEnv('FORMWORK_SIGN_INS', file);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return file;
}

test('all who call at once after a token has expired renew it once', async () => {
  const { issuer, asked } = await startProvider();
  const file = makeFile();
  const url = 'https://agents.example.com';
  const tokens = { issuer, clientId: 'terminal', accessToken: 'old', refreshToken: 'refresh-0' };
  await saveSignIn(url, { ...tokens, expiresAt: Date.now() - 1 }, file);
  // As the requests of a page, and other processes of the same person, do.
  const hooks = Array.from({ length: 20 }, () => createSavedHeaders(url));
  const headers = await Promise.all(hooks.map(async (hook) => hook?.({ refused: false })));
  expect(new Set(headers.map((each) => JSON.stringify(each)))).toEqual(
    new Set(['{"authorization":"Bearer access-1"}']),
  );
  expect(asked()).toBe(1);
  expect(readFileSync(file, 'utf8')).toContain('refresh-1');
  expect(readdirSync(join(file, '..'))).toEqual(['sign-ins.json']);
});

test('who signs in while the token of another person is renewed stays signed in', async () => {
  let open = (): void => {};
  const { issuer, asked } = await startProvider(new Promise((resolve) => (open = resolve)));
  const file = makeFile();
  const url = 'https://agents.example.com';
  const tokens = { issuer, clientId: 'terminal', accessToken: 'old', refreshToken: 'refresh-0' };
  await saveSignIn(url, { ...tokens, expiresAt: Date.now() - 1 }, file);
  const renewed = createSavedHeaders(url)?.({ refused: false });
  await expect.poll(asked).toBe(1);
  await saveSignIn(url, { ...tokens, accessToken: 'of-bob', refreshToken: 'bob' }, file);
  open();
  // The request that was on its way is still that of the first person.
  expect(await renewed).toEqual({ authorization: 'Bearer access-1' });
  expect(readFileSync(file, 'utf8')).toContain('of-bob');
});

test('who signs out while a token is renewed, or before, stays signed out', async () => {
  let open = (): void => {};
  const { issuer, asked } = await startProvider(new Promise((resolve) => (open = resolve)));
  const file = makeFile();
  const url = 'https://agents.example.com';
  const tokens = { issuer, clientId: 'terminal', accessToken: 'old', refreshToken: 'refresh-0' };
  await saveSignIn(url, { ...tokens, expiresAt: Date.now() - 1 }, file);
  const [first, second] = [createSavedHeaders(url), createSavedHeaders(url)];
  const renewed = first?.({ refused: false });
  await expect.poll(asked).toBe(1);
  expect(await forgetSignIn(url, file)).toBe(true);
  open();
  await renewed;
  await expect(second?.({ refused: false })).rejects.toMatchObject({ isOver: true });
  expect(asked()).toBe(1);
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

import express, { type NextFunction, type Request, type Response } from 'express';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { serveRoutes } from '../../testing/serve-steps.ts';
import { RefusedError } from '../errors/refused-error.ts';
import type { PageRoute } from '../page-api.ts';
import { createPageSessions } from '../page-sessions.ts';
import { checkPerson } from './check-person.ts';

const LOGGER = { info() {}, warn() {}, error() {} };

/** Serves both checks, and signs in Ada and Bob. */
async function serve() {
  const sessions = createPageSessions({ cookie: 'session', logger: LOGGER });
  const app = express();
  const toRoute = (path: string, allowsNobody: boolean): PageRoute => ({
    method: 'GET',
    path,
    async answer(exchange) {
      await checkPerson(exchange, { sessions, allowsNobody });
      exchange.reply.writeHead(204).end();
    },
  });
  app.use(serveRoutes([toRoute('/strict', false), toRoute('/lenient', true)]));
  // oxlint-disable-next-line max-params -- express counts them
  app.use((error: unknown, _: Request, response: Response, next: NextFunction) => {
    if (error instanceof RefusedError) response.status(error.status).end(error.reason);
    else next(error);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, { readonly cookie: string; readonly mark: string }>();
  for (const sub of ['ada', 'bob']) {
    const claims = Buffer.from(JSON.stringify({ sub })).toString('base64url');
    const issuer = 'https://sign-in.example';
    const value = await sessions.keep({ issuer, clientId: 'page', accessToken: `x.${claims}.x` });
    const cookie = `session=${value}`;
    const request = Object.assign(new IncomingMessage(new Socket()), { headers: { cookie } });
    people.set(sub, { cookie, mark: (await sessions.findPerson(request)) ?? '' });
  }
  return async (path: string, { page, now }: { page?: string; now?: string }) => {
    const mark = page === undefined ? undefined : (people.get(page)?.mark ?? '');
    const { cookie } = people.get(now ?? '') ?? {};
    const answer = await fetch(`${url}${path}`, {
      headers: {
        ...(mark !== undefined && { 'x-formwork-person': mark }),
        ...(cookie !== undefined && { cookie }),
      },
    });
    return answer.status;
  };
}

test('what a page of one person sends is refused while another one is signed in', async () => {
  const ask = await serve();
  for (const path of ['/strict', '/lenient']) {
    expect(await ask(path, { page: 'ada', now: 'ada' })).toBe(204);
    expect(await ask(path, { page: 'nobody' })).toBe(204);
    expect(await ask(path, { now: 'bob' })).toBe(204);
    expect(await ask(path, { page: 'ada', now: 'bob' })).toBe(403);
  }
  // What is sent again by itself must not take the name of who signs in meanwhile, either.
  expect(await ask('/strict', { page: 'nobody', now: 'bob' })).toBe(403);
  expect(await ask('/strict', { page: 'ada' })).toBe(403);
  expect(await ask('/lenient', { page: 'nobody', now: 'bob' })).toBe(204);
  expect(await ask('/lenient', { page: 'ada' })).toBe(204);
});

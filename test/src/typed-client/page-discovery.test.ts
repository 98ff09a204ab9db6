import { connect, createCardCache } from '@formwork/client';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../support/raw-agent.ts';

afterEach(() => vi.unstubAllGlobals());

/** A `fetch` as pages have it: it hides answers of other origins that have no CORS headers. */
const pageFetch: typeof fetch = async (...request) => {
  const response = await fetch(...request);
  if (response.headers.has('access-control-allow-origin')) return response;
  await response.body?.cancel();
  throw new TypeError('Failed to fetch');
};

const OPTIONS = { fetch: pageFetch, retry: { attempts: 2, baseMs: 1 } };

async function serveCardAt(path: string) {
  const seen: (string | undefined)[] = [];
  const url = await listen((request, response) => {
    seen.push(request.url);
    if (request.url !== path) {
      response.writeHead(404).end('Not found');
      return;
    }
    response.setHeader('access-control-allow-origin', '*');
    const supportedInterfaces = [
      { url: `${url}/agent`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ];
    const card = { name: 'Small', description: 'x', version: '1', capabilities: {}, skills: [] };
    response.end(JSON.stringify({ ...card, supportedInterfaces }));
  });
  return { url, seen };
}

test.each(['/agent/.well-known/agent.json', '/agent', '/.well-known/agent-card.json'])(
  'a page finds the card at %s although it must not read what other places answer',
  async (path) => {
    vi.stubGlobal('origin', 'https://app.example');
    const { url } = await serveCardAt(path);
    const agent = await connect(`${url}/agent`, { ...OPTIONS, cardCache: createCardCache() });
    expect(agent.name).toBe('Small');
  },
);

test('a page that finds no card says so of the first place', async () => {
  vi.stubGlobal('origin', 'https://app.example');
  const { url, seen } = await serveCardAt('/nowhere');
  await expect(connect(`${url}/agent`, OPTIONS)).rejects.toThrow(
    `${url}/agent/.well-known/agent-card.json must answer`,
  );
  expect(new Set(seen).size).toBe(5);
});

test('a program, and a page of the same origin, end with the first place that fails', async () => {
  const { url, seen } = await serveCardAt('/agent');
  await expect(connect(`${url}/agent`, OPTIONS)).rejects.toThrow('must answer');
  vi.stubGlobal('origin', url);
  await expect(connect(`${url}/agent`, OPTIONS)).rejects.toThrow('must answer');
  expect(new Set(seen)).toEqual(new Set(['/agent/.well-known/agent-card.json']));
});

import { strictEqual } from 'node:assert';

/** An input of the agent of a new project, and what the agent says to it. */
const INPUT = { a: 'Lion', b: 'Tiger' };
const OUTPUT = { winner: 'Tiger' };

const TAG = 'application/json;schema=fightComparison';

/** The doors of an agent that a program calls by HTTP alone, as a caller without Formwork does. */
export const DOORS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  'A2A 1.0 over JSON-RPC': (url) =>
    post(`${url}/a2a`, {
      headers: { 'a2a-version': '1.0' },
      body: toCall('SendMessage', toMessage()),
    }),
  'A2A 1.0 over REST': (url) =>
    post(`${url}/a2a/rest/message:send`, {
      headers: { 'a2a-version': '1.0' },
      body: { message: toMessage() },
    }),
  'A2A 0.3 over JSON-RPC': (url) =>
    post(`${url}/a2a`, {
      body: toCall('message/send', {
        kind: 'message',
        messageId: crypto.randomUUID(),
        role: 'user',
        parts: [{ kind: 'data', data: INPUT, metadata: { mimeType: TAG } }],
      }),
    }),
  'MCP over HTTP': async (url) => {
    const [, name = ''] = /"name":"([^"]*fight)"/u.exec(await callMcp(url, 'tools/list')) ?? [];
    return callMcp(url, 'tools/call', { name, arguments: INPUT });
  },
};

/** Calls an agent at one door. @throws Error if it does not say who wins. */
export async function callDoor(door: string, url: string): Promise<void> {
  const answer = String(await DOORS[door]?.(url));
  const text = answer.replaceAll(String.raw`\"`, '"').replaceAll(/"\s*:\s*"/gu, '":"');
  const found = text.includes(JSON.stringify(OUTPUT).slice(1, -1));
  strictEqual(found, true, `the answer is ${answer}`);
}

interface Post {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

async function post(url: string, { headers = {}, body }: Post): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return response.text();
}

const MCP = '2026-07-28';

async function callMcp(
  url: string,
  method: string,
  params: { readonly name?: string; readonly arguments?: object } = {},
): Promise<string> {
  const client = { name: 'checks', version: '1' };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MCP,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': client,
  };
  return post(`${url}/mcp`, {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': MCP,
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
  });
}

function toCall(method: string, message: object): object {
  return { jsonrpc: '2.0', id: 1, method, params: { message } };
}

function toMessage(): object {
  const parts = [{ data: INPUT, mediaType: TAG }];
  return { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts };
}

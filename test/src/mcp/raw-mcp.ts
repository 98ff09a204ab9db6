import { request } from 'node:http';

/** The params, client capabilities and headers of a request that is made without an SDK. */
export interface RawMcpCall {
  readonly params?: object;
  readonly capabilities?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a request that is made without an SDK. */
export interface RawMcpAnswer {
  readonly status: number;
  readonly mediaType: string;
  readonly result: Readonly<Record<string, unknown>>;
  readonly error: unknown;
}

/** Sends an MCP request of revision 2026-07-28 over real HTTP without an SDK, with any headers. */
export async function callRaw(
  url: URL,
  method: string,
  { params = {}, capabilities = {}, headers = {} }: RawMcpCall = {},
): Promise<RawMcpAnswer> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  };
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: meta },
  });
  const name: unknown = Reflect.get(params, 'name') ?? Reflect.get(params, 'taskId');
  const { text, ...head } = await post(url, {
    body,
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
  });
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  const json = lines.at(-1)?.slice('data: '.length) ?? text;
  const answer = JSON.parse(json) as Partial<RawMcpAnswer>;
  return { ...head, result: answer.result ?? {}, error: answer.error };
}

interface PostOptions {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts a body by `node:http`, because `fetch` does not let a caller set the `Host` header. */
function post(
  url: URL,
  { body, headers }: PostOptions,
): Promise<Pick<RawMcpAnswer, 'status' | 'mediaType'> & { readonly text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      const { statusCode: status = 0, headers: answered } = response;
      const mediaType = answered['content-type'] ?? '';
      response.on('end', () => resolve({ status, mediaType, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

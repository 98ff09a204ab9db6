/** An answer to a JSON-RPC request, its JSON loosely typed for assertions. */
export interface JsonRpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly jsonrpc?: string;
    readonly id?: unknown;
    readonly result?: Record<string, unknown>;
    readonly error?: {
      readonly code: number;
      readonly message: string;
      readonly data?: readonly Record<string, unknown>[];
    };
  };
}

/** Options of {@link callJsonRpc}. */
export interface JsonRpcOptions {
  readonly version?: '1.0' | '0.3';
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a JSON-RPC request to the path `/a2a` of a server, of A2A 1.0 unless `version` says
 * otherwise.
 */
export async function callJsonRpc(
  url: string,
  request: { readonly method: string; readonly params: unknown },
  { version = '1.0', headers = {} }: JsonRpcOptions = {},
): Promise<JsonRpcAnswer> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(version === '1.0' && { 'a2a-version': '1.0' }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
  });
  const body = JSON.parse(await readAnswer(response)) as JsonRpcAnswer['body'];
  return { status: response.status, headers: response.headers, body };
}

/**
 * Returns the text of an answer, also of an error that came so late that its stream was open: the
 * error is then an event.
 */
export async function readAnswer(response: Response): Promise<string> {
  const text = await response.text();
  return /^event: error\ndata: (.*)$/mu.exec(text)?.[1] ?? text;
}

/** Makes a user message of A2A 1.0 with the given parts and further `fields`. */
export function createMessage(parts: readonly object[], fields: object = {}): object {
  return { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...fields };
}

/** Makes a data part of A2A 1.0 that is tagged with the name of a schema. */
export function createTaggedPart(schema: string, data: unknown): object {
  return { data, metadata: { mimeType: `application/json;schema=${schema}` } };
}

/** The JSON of an answer, loosely typed for assertions. */
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

/** Sends one JSON-RPC request to a server's A2A door; 1.0 unless told otherwise. */
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
  const body = (await response.json()) as JsonRpcAnswer['body'];
  return { status: response.status, headers: response.headers, body };
}

/** A 1.0 user message with these parts. */
export function createMessage(parts: readonly object[], fields: object = {}): object {
  return { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts, ...fields };
}

/** A 1.0 data part tagged with a schema. */
export function createTaggedPart(schema: string, data: unknown): object {
  return { data, metadata: { mimeType: `application/json;schema=${schema}` } };
}

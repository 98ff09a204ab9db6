/** The JSON-RPC error that answers a request before any MCP server sees it. */
interface Failure {
  readonly code: number;
  readonly message: string;
}

export function toFailure(status: number, error: Failure): Response {
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status });
}

/** Answers a request that no server of MCP sees. */
interface Failure {
  readonly code: number;
  readonly message: string;
}

export function toFailure(status: number, error: Failure): Response {
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status });
}

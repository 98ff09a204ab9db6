import { Task } from '@a2a-js/sdk';
import { connect, RequestError } from '@formwork/client';
import { startRawAgent } from '../support/raw-agent.ts';

/** An answer of an agent as the suite gives it, and the operation that it answers. */
export interface ClientResponse {
  readonly operation: string;
  readonly wire_payload: Readonly<Record<string, unknown>>;
}

/** Gives an answer to the client of Formwork, and returns what it has read, as ProtoJSON. */
export async function readByClient({ operation, wire_payload }: ClientResponse): Promise<unknown> {
  if (operation.endsWith('agent_card')) {
    const { supportedInterfaces: _elsewhere, ...fields } = wire_payload;
    const url = await startRawAgent(() => {}, fields);
    return (await connect(url)).card;
  }
  const { result } = wire_payload as { readonly result?: { readonly task?: object } };
  const url = await startRawAgent(({ id, method, response }) => {
    const answer =
      method === 'GetTask' && result?.task !== undefined
        ? { jsonrpc: '2.0', result: result.task }
        : wire_payload;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...answer, id }));
  });
  const agent = await connect(url, { retry: { attempts: 1 } });
  try {
    if (operation === 'get_task') return Task.toJSON(await agent.task('any').get());
    const { taskId } = await agent.send('Hello');
    return { task: Task.toJSON(await agent.task(taskId).get()) };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { error: { code: error.rpcCode, message: error.message } };
  }
}

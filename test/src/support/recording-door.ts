import { request as open, type ServerResponse } from 'node:http';
import type { Agent } from '@formwork/core';
import { createServer } from '@formwork/server';
import { onTestFinished } from './test-end.ts';
import { listen } from './raw-agent.ts';

/** A request of JSON-RPC that came to an agent. */
export interface RecordedRequest {
  readonly method: string;
  /** Of the message, if there is one. */
  readonly messageId: string | undefined;
}

/** An agent, and what was asked of it. */
export interface RecordingDoor {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
}

/** Options of {@link startRecordingDoor}. */
export interface RecordingDoorOptions {
  /**
   * What becomes of the answer: `cut` closes the connection instead as soon as the agent has it,
   * `lose` before the agent is asked. Default: it is passed on.
   */
  readonly spoil?: (request: RecordedRequest) => 'cut' | 'lose' | undefined;
}

/** Serves an agent behind a door that writes down what is asked. */
export async function startRecordingDoor(
  agent: Agent,
  { spoil }: RecordingDoorOptions = {},
): Promise<RecordingDoor> {
  const requests: RecordedRequest[] = [];
  let target = '';
  const url = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const call = request.method === 'POST' ? toRecorded(body.toString()) : undefined;
      if (call !== undefined) requests.push(call);
      const fate = call === undefined ? undefined : spoil?.(call);
      if (fate === 'lose') response.destroy();
      else pass(body, fate === 'cut');
    });

    function pass(body: Buffer, isCut: boolean): void {
      const { method, headers, url: path = '/' } = request;
      const forward = open(new URL(path, target), { method, headers }, (answer) => {
        if (isCut) response.destroy();
        else answer.pipe(response.writeHead(answer.statusCode ?? 500, answer.headers));
      });
      endTogether(response, () => forward.destroy());
      forward.on('error', () => response.destroy());
      forward.end(body);
    }
  });
  const server = createServer(agent, { openTasks: true, publicUrl: url });
  ({ url: target } = await server.listen({ port: 0 }));
  onTestFinished(() => server.close());
  return { url, requests };
}

/** A caller who leaves has left the agent. */
function endTogether(response: ServerResponse, end: () => void): void {
  response.on('close', () => {
    if (!response.writableFinished) end();
  });
}

function toRecorded(body: string): RecordedRequest {
  const { method, params } = JSON.parse(body) as {
    readonly method: string;
    readonly params?: { readonly message?: { readonly messageId?: string } };
  };
  return { method, messageId: params?.message?.messageId };
}

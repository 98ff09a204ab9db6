import type { Agent } from '@formwork/core';
import { createServer } from '@formwork/server';
import { request as open, type ServerResponse } from 'node:http';
import { listen } from './raw-agent.ts';
import { onTestFinished } from './test-end.ts';

/** A JSON-RPC request that an agent was sent. */
export interface RecordedRequest {
  readonly method: string;
  /** The id of the request's message, if it has one. */
  readonly messageId: string | undefined;
}

/** A served agent, and the JSON-RPC requests that it was sent. */
export interface RecordingDoor {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
}

/** Options of {@link startRecordingDoor}. */
export interface RecordingDoorOptions {
  /**
   * Decides how a request fails: `cut` closes the connection as soon as the agent has answered,
   * `lose` before the agent gets the request; `undefined` passes the answer on. Default: all
   * answers are passed on.
   */
  readonly spoil?: (request: RecordedRequest) => 'cut' | 'lose' | undefined;
}

/** Serves an agent behind a proxy that records the JSON-RPC requests to it. */
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

/**
 * Calls `end` if the caller disconnects before the response is complete, so that the proxy leaves
 * the agent, too.
 */
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

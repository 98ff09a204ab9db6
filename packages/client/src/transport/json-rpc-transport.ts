import {
  AgentCard,
  CancelTaskRequest,
  GetExtendedAgentCardRequest,
  GetTaskRequest,
  parseSseStream,
  SendMessageRequest,
  SubscribeToTaskRequest,
} from '@a2a-js/sdk';
import type { StreamResponse, Task } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { isRecord, toRecord } from '@formwork/schema/json';
import { loadPart } from '../load-part.ts';
import { readPayload, readTask } from './protocol-json.ts';
import { RpcFailure } from './rpc-failure.ts';

type Call<Name extends keyof Transport> = Transport[Name] extends (
  ...call: infer Parameters
) => unknown
  ? Parameters
  : never;

type RequestOptions = Call<'getTask'>[1];

/** A request as it is sent: its method, and its parameters as JSON. */
interface RpcRequest {
  readonly method: string;
  readonly params: unknown;
}

/**
 * The door of JSON-RPC of A2A 1.0 (section 9). It stands here because bundlers cannot take the SDK's
 * without its doors for REST and A2A 0.3, which are two thirds of the client in a page. What this
 * package asks for itself needs nothing else; other requests load the SDK's.
 */
export class JsonRpcTransport implements Transport {
  readonly protocolName = 'JSONRPC';
  readonly protocolVersion = '1.0';
  readonly #url: string;
  readonly #card: AgentCard;
  readonly #tenant: string;
  readonly #fetch: typeof fetch;
  #lastId = 0;
  #others: Promise<Transport> | undefined;

  constructor(
    url: string,
    {
      card,
      tenant,
      fetch: fetchImpl,
    }: {
      readonly card: AgentCard;
      /** The tenant of requests that name none; `''` for none. */
      readonly tenant: string;
      /** Throws for answers that are no success. */
      readonly fetch: typeof fetch;
    },
  ) {
    this.#url = url;
    this.#card = card;
    this.#tenant = tenant;
    this.#fetch = fetchImpl;
  }

  async getExtendedAgentCard(
    ...[params, options]: Call<'getExtendedAgentCard'>
  ): Promise<AgentCard> {
    const request = GetExtendedAgentCardRequest.toJSON(this.#withTenant(params));
    return AgentCard.fromJSON(
      await this.#ask({ method: 'GetExtendedAgentCard', params: request }, options),
    );
  }

  async sendMessage(
    ...[params, options]: Call<'sendMessage'>
  ): ReturnType<Transport['sendMessage']> {
    const request = SendMessageRequest.toJSON(this.#withTenant(params));
    const answer = await this.#ask({ method: 'SendMessage', params: request }, options);
    const payload = readPayload(answer);
    if (payload?.$case === 'task' || payload?.$case === 'message') return payload.value;
    throw new Error('Invalid response: a message must be answered by a task or a message');
  }

  sendMessageStream(
    ...[params, options]: Call<'sendMessageStream'>
  ): ReturnType<Transport['sendMessageStream']> {
    const request = SendMessageRequest.toJSON(this.#withTenant(params));
    return this.#listen({ method: 'SendStreamingMessage', params: request }, options);
  }

  resubscribeTask(
    ...[params, options]: Call<'resubscribeTask'>
  ): ReturnType<Transport['resubscribeTask']> {
    const request = SubscribeToTaskRequest.toJSON(this.#withTenant(params));
    return this.#listen({ method: 'SubscribeToTask', params: request }, options);
  }

  async getTask(...[params, options]: Call<'getTask'>): Promise<Task> {
    const request = GetTaskRequest.toJSON(this.#withTenant(params));
    return readTask(await this.#ask({ method: 'GetTask', params: request }, options));
  }

  async cancelTask(...[params, options]: Call<'cancelTask'>): Promise<Task> {
    const request = CancelTaskRequest.toJSON(this.#withTenant(params));
    return readTask(await this.#ask({ method: 'CancelTask', params: request }, options));
  }

  async listTasks(...call: Call<'listTasks'>): ReturnType<Transport['listTasks']> {
    return (await this.#loadOthers()).listTasks(...call);
  }

  async createTaskPushNotificationConfig(
    ...call: Call<'createTaskPushNotificationConfig'>
  ): ReturnType<Transport['createTaskPushNotificationConfig']> {
    return (await this.#loadOthers()).createTaskPushNotificationConfig(...call);
  }

  async getTaskPushNotificationConfig(
    ...call: Call<'getTaskPushNotificationConfig'>
  ): ReturnType<Transport['getTaskPushNotificationConfig']> {
    return (await this.#loadOthers()).getTaskPushNotificationConfig(...call);
  }

  async listTaskPushNotificationConfig(
    ...call: Call<'listTaskPushNotificationConfig'>
  ): ReturnType<Transport['listTaskPushNotificationConfig']> {
    return (await this.#loadOthers()).listTaskPushNotificationConfig(...call);
  }

  async deleteTaskPushNotificationConfig(
    ...call: Call<'deleteTaskPushNotificationConfig'>
  ): Promise<void> {
    return (await this.#loadOthers()).deleteTaskPushNotificationConfig(...call);
  }

  #loadOthers(): Promise<Transport> {
    this.#others ??= loadPart('asks for lists and webhooks', async () => {
      const { openSdkDoor } = await import('./sdk-doors.ts');
      const door = { url: this.#url, tenant: this.#tenant };
      return openSdkDoor('JSONRPC', { door, card: this.#card, fetch: this.#fetch });
    });
    return this.#others;
  }

  #withTenant<Params extends { readonly tenant: string }>(params: Params): Params {
    return { ...params, tenant: params.tenant || this.#tenant };
  }

  async #ask(request: RpcRequest, options: RequestOptions): Promise<unknown> {
    const { id, response } = await this.#send(request, { accept: 'application/json', options });
    return readResult(await response.json(), id);
  }

  async *#listen(
    request: RpcRequest,
    options: RequestOptions,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    const { id, response } = await this.#send(request, { accept: 'text/event-stream', options });
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      throw readRefusal(await response.text());
    }
    for await (const { data } of parseSseStream(response)) {
      yield { payload: readPayload(readResult(JSON.parse(data), id)) };
    }
  }

  async #send(
    { method, params }: RpcRequest,
    { accept, options }: { readonly accept: string; readonly options: RequestOptions },
  ): Promise<{ readonly id: number; readonly response: Response }> {
    this.#lastId += 1;
    const id = this.#lastId;
    const response = await this.#fetch(this.#url, {
      method: 'POST',
      headers: {
        ...options?.serviceParameters,
        'Content-Type': 'application/json',
        Accept: accept,
      },
      body: JSON.stringify({ jsonrpc: '2.0', method, params, id }),
      ...(options?.signal !== undefined && { signal: options.signal }),
    });
    return { id, response };
  }
}

/**
 * Returns the result of an answer.
 *
 * @throws RpcFailure for an answer with an error; Error for one that is not JSON-RPC
 */
function readResult(answer: unknown, id: number): unknown {
  if (!isRecord(answer) || answer['jsonrpc'] !== '2.0') {
    const version = JSON.stringify(isRecord(answer) ? answer['jsonrpc'] : undefined);
    throw new Error(`Invalid JSON-RPC: "jsonrpc" must be "2.0": current value is ${version}`);
  }
  if (hasError(answer)) throw new RpcFailure(toRecord(answer['error']));
  if (answer['id'] !== id) {
    const other = JSON.stringify(answer['id']);
    throw new Error(`Invalid JSON-RPC: "id" must be ${id}: current value is ${other}`);
  }
  if (answer['result'] === undefined || answer['result'] === null) {
    throw new Error('Invalid JSON-RPC: an answer must have a "result" or an "error"');
  }
  return answer['result'];
}

/** True for an answer with an error, which may be anything but null: some agents send both members. */
function hasError({ error }: Readonly<Record<string, unknown>>): boolean {
  return error !== undefined && error !== null;
}

/** Reads an answer in JSON to a request for a stream, which createFetch leaves only if it is an error. */
function readRefusal(text: string): Error {
  try {
    const answer: unknown = JSON.parse(text);
    if (isRecord(answer) && hasError(answer)) return new RpcFailure(toRecord(answer['error']));
  } catch {
    // It is no JSON either.
  }
  return new Error('Invalid stream: the content type must be text/event-stream');
}

import {
  createEnvelope,
  createEnvelopeAdapter,
  type Envelope,
  type EnvelopeAdapterOptions,
  type MessageType,
} from '@formwork/adapters';
import { defineAgent, defineSkill, type Agent } from '@formwork/core';
import type { ServerOptions } from '@formwork/server';
import { EventEmitter, once } from 'node:events';
import { expect } from 'vitest';
import { findWrong } from '../../schemas/cited-examples.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

/** The agent id of the sender in most tests. */
export const CLIENT = 'client-agent-001';
/** The agent id of the served agent. */
export const AGENT = 'envelope-agent';

/** The answer to a message envelope. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The envelope of the answer; absent if the answer has no body. */
  readonly message: Envelope | undefined;
}

/** A served envelopes endpoint. */
export interface OpenDoor extends TestServer {
  /** Posts a body, and checks that the answer fits the JSON Schemas of message envelopes. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  /** Sends a message of {@link CLIENT} to {@link AGENT}. */
  send(type: MessageType, payload: object, more?: Partial<Envelope>): Promise<Answered>;
}

/**
 * The options of {@link openDoor}: those of the envelope adapter, another agent, or server options.
 */
export interface OpenDoorOptions extends EnvelopeAdapterOptions {
  readonly agent?: Agent;
  readonly server?: ServerOptions;
}

/** Serves an agent with an envelopes endpoint until the test is over. */
export async function openDoor(options: OpenDoorOptions = {}): Promise<OpenDoor> {
  const { agent = priceAgent, server: rest = {}, ...adapter } = options;
  const path = adapter.path ?? '/messages';
  const server = await startServer(agent, {
    ...rest,
    adapters: [createEnvelopeAdapter({ agentId: AGENT, ...adapter })],
  });

  async function post(body: unknown, headers = {}): Promise<Answered> {
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: isRaw ? (body as string) : JSON.stringify(body),
    });
    const text = await response.text();
    const message = text === '' ? undefined : (JSON.parse(text) as Envelope);
    if (message !== undefined) expectToFit(message);
    return { status: response.status, headers: response.headers, message };
  }

  return {
    ...server,
    post,
    send: (type, payload, more = {}) => post({ ...toMessage(type, payload), ...more }),
  };
}

/** Makes a message of {@link CLIENT} to {@link AGENT}. */
export function toMessage(type: MessageType, payload: object): Envelope {
  return createEnvelope({ type, sender: CLIENT, recipient: AGENT, payload: { ...payload } });
}

/** Makes a request of {@link CLIENT} to {@link AGENT}. */
export function toRequest(method: string, parameters?: object): Envelope {
  return toMessage('request', { method, ...(parameters && { parameters }) });
}

/** Lists the faults of a message by the published JSON Schemas, without the code under test. */
export function findMisfits(message: Envelope): readonly string[] {
  const name = message.message_type.replaceAll('_', '-');
  return findWrong(`https://a2a-protocol.org/schemas/${name}-message.json`, message);
}

/** Expects that a message fits the published JSON Schemas. */
function expectToFit(message: Envelope): void {
  expect({ message, wrong: findMisfits(message) }).toEqual({ message, wrong: [] });
}

/** Returns the `error` in the payload of an answer, whether its type is `response` or `error`. */
export function readError(answered: Answered): Readonly<Record<string, unknown>> {
  return answered.message?.payload['error'] as Readonly<Record<string, unknown>>;
}

const query = {
  type: 'object',
  properties: { currency: { type: 'string', enum: ['BTC', 'ETH'] } },
  required: ['currency'],
  additionalProperties: false,
} as const;

const anything = { type: 'object' } as const;

const ends = new EventEmitter().setMaxListeners(0);

/** Lets the running tasks of the skill `wait` end that were given a name. */
export function letEnd(name: string): void {
  ends.emit(name);
}

/** An agent that tells prices, with further skills for tests of envelopes. */
export const priceAgent: Agent = defineAgent({
  name: 'Price agent',
  description: 'Tells prices. '.repeat(50),
  version: '2.1',
  skills: [
    defineSkill({
      id: 'get_price',
      name: 'Price',
      description: 'Tells a price.',
      tags: ['price_query'],
      input: { query },
      output: { price: anything },
      run: async ({ input }) => ({ currency: input.currency, price_usd: 125_000.5 }),
    }),
    defineSkill({
      id: 'echo',
      name: 'Echo',
      description: 'Says its input again.',
      tags: [],
      input: { said: anything },
      output: { said: anything },
      run: ({ input }) => input,
    }),
    defineSkill({
      id: 'fail',
      name: 'Fail',
      description: 'Fails.',
      tags: [],
      input: { failing: anything },
      run: async () => {
        throw new Error('secret reason');
      },
    }),
    defineSkill({
      id: 'wait',
      name: 'Wait',
      description: 'Says how it goes until it is told to end, by its caller or by `letEnd`.',
      tags: [],
      input: { waiting: { type: 'object', properties: { name: { type: 'string' } } } },
      output: { done: anything },
      async run({ input, task }) {
        await task.progress('Half way', 0.5);
        const { name = 'nobody' } = input;
        await Promise.race([once(ends, name), once(task.signal, 'abort')]);
        return { waited: true };
      },
    }),
    defineSkill({
      id: 'ask',
      name: 'Ask',
      description: 'Asks for a number.',
      tags: [],
      input: { asking: anything },
      output: { answered: anything },
      async run({ task }) {
        const schema = {
          type: 'object',
          properties: { number: { type: 'integer' } },
          required: ['number'],
        } as const;
        return { answer: await task.ask('Which number?', { name: 'number', schema }) };
      },
    }),
    defineSkill({
      id: 'either',
      name: 'Either',
      description: 'Takes two schemas.',
      tags: [],
      input: { left: anything, right: anything },
      output: { side: anything },
      run: async ({ input }) => ({ side: input.schema }),
    }),
    defineSkill({
      id: 'shout',
      name: 'Shout',
      description: 'Takes text.',
      tags: [],
      text: async ({ text }) => text.toUpperCase(),
    }),
  ],
});

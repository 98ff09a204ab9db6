import { isUtf8 } from '../../json-guard.ts';
import { EnvelopeRefusedError } from '../errors.ts';
import {
  createEnvelope,
  createStreamIds,
  type Envelope,
  isAgentId,
  type MessageType,
} from '../message/envelope.ts';
import { parseMessage, toWellFormed } from '../message/message-text.ts';
import { signEnvelope } from '../tags/authentication-tag.ts';
import { admit, REGISTRY_ID } from './admit.ts';
import { answerRequest } from './answer-request.ts';
import type { Call, Reply } from './call.ts';
import { answerDiscovery, answerHandshake } from './introduction.ts';
import { toRefusal } from './refusal.ts';
import {
  createDoorSettings,
  type DoorSettings,
  type EnvelopeAdapterOptions,
  type EnvelopeSettings,
  readSettings,
} from './settings.ts';
import { toErrorText } from '@formwork/schema';
import { cutText, toRecord } from '@formwork/schema/json';
import {
  type AdapterDoors,
  type AdapterHost,
  type Caller,
  type ProtocolAdapter,
  UnauthenticatedError,
} from '@formwork/server';
import { createRequestRate, sendJson, writeEventStream } from '@formwork/server/internal';
import { raw, type Request, type Response, Router } from 'express';

/** The maximum length of the text of an `error` message, in characters. */
const MAX_ERROR_LENGTH = 500;

/** The `recipient_id` of an answer to a message whose sender cannot be read. */
const UNKNOWN_SENDER = 'unknown';

const MESSAGE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Makes the adapter that accepts messages of the Message Schemas Reference at `POST /messages`, for
 * the agent and the tasks of a server: `createServer(agent, { adapters: [createEnvelopeAdapter()]
 * })`.
 *
 * @throws RangeError or TypeError that names the option at fault, and `KeyRefusedError`
 */
export function createEnvelopeAdapter(options: EnvelopeAdapterOptions = {}): ProtocolAdapter {
  const settings = readSettings(options);
  return (host) => openDoor(host, settings);
}

/** A message that is being processed, and its HTTP request. */
interface Exchange {
  readonly request: Request;
  readonly response: Response;
  /**
   * The received message, parsed as JSON; `undefined` until it was parsed. Its answer refers to it.
   */
  received: unknown;
  /** True once the message was admitted, so that its sender may tell of an error in the answer. */
  isAdmitted: boolean;
  /** True once a request was admitted, so that a `response` answers it even if it fails. */
  isRequest: boolean;
}

function openDoor(host: AdapterHost, given: EnvelopeSettings): AdapterDoors {
  const settings = createDoorSettings(given, host);
  const { path, maxBytes, maxEntries, maxPerMinute } = settings;
  const limit = maxPerMinute === undefined ? undefined : createRateLimit(maxPerMinute, host);
  const readBytes = createByteReader(maxBytes);

  /**
   * Finds the caller by the credentials of the HTTP request; `undefined` where tags are required,
   * because the tag of the message then tells who calls.
   */
  async function identify(request: Request): Promise<Caller | undefined> {
    if (!settings.requireTags) return host.identify(request);
    await host.identifyGiven(request);
    return undefined;
  }

  async function take(exchange: Exchange): Promise<void> {
    const { request, response } = exchange;
    // Identifies the caller first, so that a refused caller cannot make the server read a body.
    const identified = await identify(request);
    await limit?.(identified?.id ?? request.socket.remoteAddress ?? '');
    checkMediaType(request);
    const value = parseMessage(await readBytes(request, response), maxEntries);
    exchange.received = value;
    const { envelope: message, caller } = await admit(value, {
      settings,
      logger: host.logger,
      vouchFor: host.vouchFor,
      caller: identified,
    });
    exchange.isAdmitted = true;
    await settings.repeats.check(message, caller);
    exchange.isRequest = message.message_type === 'request';
    const isStream = exchange.isRequest && readsEvents(request);
    const call = { message, caller, isStream, host, settings };
    await send(exchange, await dispatch(call));
  }

  /**
   * Makes the message that answers a received one. It is remembered before it is sent, because the
   * peer may report an error about it at once, and to another replica.
   */
  async function answer(exchange: Exchange, answered: Answer): Promise<Envelope> {
    const envelope = createAnswer(exchange.received, answered, settings);
    await remember(envelope, exchange);
    return envelope;
  }

  /**
   * Resolves with the function that makes the messages of a stream, of which the first is remembered
   * for all: one record for each would be thousands for a task that says much.
   */
  async function answerOften(exchange: Exchange): Promise<(answered: Answer) => Envelope> {
    const createId = createStreamIds();
    const toMessage = (messageId: string, answered: Answer): Envelope =>
      createAnswer(exchange.received, { ...answered, messageId }, settings);
    let firstId: string | undefined = createId();
    await remember(toMessage(firstId, { type: 'response', payload: {} }), exchange);
    return (answered) => {
      const messageId = firstId ?? createId();
      firstId = undefined;
      return toMessage(messageId, answered);
    };
  }

  /**
   * Remembers an answer. Answers to messages that were not admitted are not remembered, because
   * anybody could fill the records with them.
   */
  async function remember(envelope: Envelope, { isAdmitted }: Exchange): Promise<void> {
    if (!isAdmitted) return;
    try {
      await settings.sent.note(envelope);
    } catch (error) {
      const { message_id: messageId } = envelope;
      host.logger.warn('Cannot remember an answer', { messageId, error: toErrorText(error) });
    }
  }

  async function send(exchange: Exchange, reply: Reply): Promise<void> {
    const { response } = exchange;
    switch (reply.kind) {
      case 'nothing':
        response.status(204).end();
        return;
      case 'message':
        if (reply.taskId !== undefined) response.setHeader('Formwork-Task-Id', reply.taskId);
        sendJson(response, await answer(exchange, reply), { status: reply.status ?? 200 });
        return;
      case 'stream': {
        const say = await answerOften(exchange);
        await writeEventStream(response, reply.payloads, {
          ...host.streamLimits,
          toData: (payload) => JSON.stringify(say({ type: 'response', payload })),
          toErrorData: (error) => JSON.stringify(say(describeError(exchange, error).answer)),
          answerError: (error) => void answerError(exchange, error),
          stop: reply.stop,
        });
      }
    }
  }

  function describeError({ isRequest }: Exchange, error: unknown): Told {
    const refusal = toRefusal(error, host.logger);
    return { refusal, answer: chooseAnswer(refusal, isRequest) };
  }

  async function answerError(exchange: Exchange, error: unknown): Promise<void> {
    const { response } = exchange;
    const { refusal, answer: told } = describeError(exchange, error);
    const { errorCode, retryAfter } = refusal;
    if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
    if (errorCode === 'METHOD_NOT_ALLOWED') response.setHeader('Allow', 'POST, OPTIONS');
    if (errorCode === 'AUTHENTICATION_FAILED') {
      const challenge = error instanceof UnauthenticatedError ? error.challenge : TAG_CHALLENGE;
      response.setHeader('WWW-Authenticate', challenge);
    }
    sendJson(response, await answer(exchange, told), { status: refusal.status });
  }

  /** Answers requests with another HTTP method than POST; wrong credentials are refused first. */
  async function answerOther({ request, response }: Exchange): Promise<void> {
    await host.identifyGiven(request);
    if (request.method !== 'OPTIONS') throw createMethodError(request.method);
    response.status(204).setHeader('Allow', 'POST, OPTIONS').end();
  }

  const router = Router();
  router.all(path, async (request, response) => {
    const exchange: Exchange = {
      request,
      response,
      received: undefined,
      isAdmitted: false,
      isRequest: false,
    };
    try {
      if (request.method === 'POST') await take(exchange);
      else await answerOther(exchange);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else await answerError(exchange, error);
    }
  });
  return {
    name: 'envelopes',
    owns: (asked) => asked.replace(/\/$/u, '').toLowerCase() === path.toLowerCase(),
    router,
    routes: [path],
    async close() {
      // A store that was given as an option belongs to the program that gave it.
      if (given.nonces === undefined) await settings.nonces.close();
    },
  };
}

/**
 * Makes the limit of messages in a minute: a function that counts a message for the id of a caller,
 * or for an address.
 *
 * @throws EnvelopeRefusedError when there were too many
 */
function createRateLimit(
  limit: number,
  { createRequestCounter: createCounter, logger }: AdapterHost,
): (caller: string) => Promise<void> {
  const options = { keyPrefix: 'formwork-messages', createCounter, logger };
  const count = createRequestRate(limit, options);
  return async (caller) => {
    const waitMs = await count(caller);
    if (waitMs === undefined) return;
    throw new EnvelopeRefusedError('Too many messages. Send it again later.', {
      errorCode: 'RATE_LIMIT_EXCEEDED',
      retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
      details: {
        limit,
        window: '1 minute',
        reset_at: new Date(Date.now() + waitMs).toISOString(),
      },
    });
  };
}

interface Told {
  readonly refusal: EnvelopeRefusedError;
  readonly answer: Answer;
}

const TAG_CHALLENGE = 'Message-Tag realm="a2a"';

/**
 * Makes the answer for a refused message: a `response` with the error for a request that was
 * admitted, else an `error` message. Failures that may pass, or that the operator has to solve, are
 * always an `error`.
 */
function chooseAnswer(refusal: EnvelopeRefusedError, isRequest: boolean): Answer {
  const isFinal = refusal.retryAfter === undefined && refusal.errorCode !== 'INTERNAL_ERROR';
  return isRequest && isFinal
    ? { type: 'response', payload: createErrorResponse(refusal) }
    : { type: 'error', payload: createErrorPayload(refusal) };
}

function createMethodError(method: string): EnvelopeRefusedError {
  return new EnvelopeRefusedError(
    `Cannot ${method} this path as the method must be POST: current value is ${method}`,
    { errorCode: 'METHOD_NOT_ALLOWED' },
  );
}

function checkMediaType(request: Request): void {
  const isText = isUtf8(request.headers['content-type'] ?? '');
  if (isText && request.is('application/json') === 'application/json') return;
  const found = request.headers['content-type']?.slice(0, 100);
  throw new EnvelopeRefusedError(
    `Cannot read the message as its Content-Type must be application/json, in UTF-8: current value is ${found === undefined ? 'none' : JSON.stringify(found)}`,
    // The closest code that the document has.
    { errorCode: 'INVALID_MESSAGE', status: 415 },
  );
}

function readsEvents(request: Request): boolean {
  return request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
}

/**
 * Makes the function that reads and unpacks the body of a request. It rejects with errors that
 * `toBodyFailure()` describes.
 */
function createByteReader(
  limit: number,
): (request: Request, response: Response) => Promise<Uint8Array> {
  const read = raw({ limit, type: () => true });
  return (request, response) =>
    new Promise((resolve, reject) => {
      read(request, response, (error: unknown) => {
        if (error !== undefined) reject(error);
        else resolve(Buffer.isBuffer(request.body) ? request.body : new Uint8Array());
      });
    });
}

/** Handles a message by its type (Message Type Summary). */
async function dispatch(call: Call): Promise<Reply> {
  const { message, caller, settings } = call;
  switch (message.message_type) {
    case 'request':
      return answerRequest(call);
    case 'handshake':
      return answerHandshake(call);
    case 'discover_agents':
      return answerDiscovery(call);
    case 'goodbye':
      await settings.connections.close({ caller, agentId: message.sender_id });
      return { kind: 'nothing' };
    case 'response':
    case 'handshake_ack':
    case 'agent_announcement':
    case 'error':
      return takeAnswer(call);
  }
}

/** Handles a message by which another agent answers a message of this one. */
async function takeAnswer({ message, settings, host }: Call): Promise<Reply> {
  const problem = await settings.sent.settle(message);
  if (problem !== undefined) {
    throw new EnvelopeRefusedError(`Cannot take the ${message.message_type} as ${problem}`, {
      errorCode: 'VALIDATION_FAILED',
    });
  }
  if (message.message_type === 'error') {
    const { message_id: messageId, sender_id: senderId, payload } = message;
    host.logger.warn('A message was answered with an error', {
      messageId,
      senderId,
      error: payload['error'],
    });
  }
  settings.onAnswer?.(message);
  return { kind: 'nothing' };
}

/** The type and the payload of a message that answers another. */
interface Answer {
  readonly type: MessageType;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The id of the message. Default: a new one. */
  readonly messageId?: string;
}

/**
 * Makes the message that answers another, and signs it if the agent signs.
 * `cause` is the message to answer and may be any value; if it has no id, the answer refers to
 * itself, because an `error` has to refer to a message.
 */
function createAnswer(cause: unknown, answer: Answer, settings: DoorSettings): Envelope {
  const { message_id: id, sender_id: from, recipient_id: to } = toRecord(cause);
  const draft = createEnvelope({
    type: answer.type,
    sender: to === REGISTRY_ID ? REGISTRY_ID : settings.agentId,
    recipient: isAgentId(from) ? from : UNKNOWN_SENDER,
    payload: toWellFormed(answer.payload),
    ...(answer.messageId !== undefined && { messageId: answer.messageId }),
  });
  const isNamed = typeof id === 'string' && MESSAGE_ID.test(id);
  const envelope = { ...draft, correlation_id: isNamed ? id : draft.message_id };
  const { signingKey } = settings;
  return signingKey === undefined ? envelope : signEnvelope(envelope, signingKey);
}

/** Makes the payload of an `error` message (Error Message Schema). */
function createErrorPayload(refusal: EnvelopeRefusedError): Answer['payload'] {
  const { errorCode: code, details, retryAfter } = refusal;
  return {
    error: {
      code,
      message: cutText(refusal.message, MAX_ERROR_LENGTH),
      ...(details !== undefined && { details }),
      ...(retryAfter !== undefined && { retry_after: retryAfter }),
    },
  };
}

/** Makes the payload of a `response` with an error (Response Message Schema). */
function createErrorResponse(refusal: EnvelopeRefusedError): Answer['payload'] {
  const { errorCode: code, details, message } = refusal;
  return {
    status: 'error',
    error: { code, message, ...(details !== undefined && { details }) },
  };
}

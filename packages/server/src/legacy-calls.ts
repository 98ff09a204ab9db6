import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import { A2A_ERROR_CODE } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { isInterruptedState } from '@formwork/runtime';
import { isRecord } from '@formwork/schema/json';
import type { DoorAnswer, EventSource } from './door.ts';
import type { JsonRpcCall } from './json-rpc-call.ts';
import { createMethodError, type RpcRequest } from './json-rpc-request.ts';
import { findLegacyMethod } from './operations/operations.ts';
import { rememberErrors } from './remember-errors.ts';
import type { TransportOptions } from './transport.ts';

/** The method of A2A 0.3 for the extended card (section 7.10). */
const LEGACY_CARD_METHOD = 'agent/getAuthenticatedExtendedCard';

/** A JSON-RPC request of A2A 0.3, as the SDK's handler takes it. */
type LegacyRequest = Parameters<LegacyJsonRpcTransportHandler['handle']>[0];

/** The answer to a JSON-RPC request of A2A 0.3, as the SDK's transport handler makes it. */
type LegacyAnswer = Exclude<
  Awaited<ReturnType<LegacyJsonRpcTransportHandler['handle']>>,
  AsyncGenerator
>;

/** Makes the function that answers JSON-RPC requests of A2A 0.3, by the SDK's transport. */
export function createLegacyCalls(
  options: TransportOptions,
): (request: RpcRequest, context: ServerCallContext, call: JsonRpcCall) => Promise<DoorAnswer> {
  const remembered = rememberErrors(options.requestHandler, options.logger);
  const transport = new LegacyJsonRpcTransportHandler(remembered.handler);
  const { signCard } = options;

  function answerOnce(
    legacyAnswer: LegacyAnswer,
    context: ServerCallContext,
    call: JsonRpcCall,
  ): DoorAnswer {
    if (!('error' in legacyAnswer)) return call.answer(JSON.stringify(legacyAnswer));
    const { error } = legacyAnswer;
    const thrown = remembered.errorOf(context);
    if (thrown !== undefined) return call.refuse(thrown);
    // An internal failure of the SDK has a text that callers must not read.
    if (error.code === A2A_ERROR_CODE.INTERNAL_ERROR) {
      return call.refuse(new Error(error.message));
    }
    return call.answer(JSON.stringify(legacyAnswer));
  }

  function toSource(
    events: AsyncIterator<object>,
    context: ServerCallContext,
    call: JsonRpcCall,
  ): EventSource {
    return {
      events,
      // The SDK makes one answer of each event before it asks for the next.
      toId: () => remembered.lastEventId(context),
      toData: (event) => JSON.stringify(event),
      toErrorData: (error) => call.toErrorText(error),
      toAnswer: (error) => call.refuse(error),
      stop: () => remembered.stopStream(context),
      // Servers of 0.3 did so, and its clients take nothing but a stream for an answer.
      openAtOnce: true,
    };
  }

  return async ({ method, params }, context, call) => {
    const legacyMethod = findLegacyMethod(method);
    if (legacyMethod === undefined) throw createMethodError(method, '0.3');
    const { id } = call.names;
    const request: LegacyRequest = {
      jsonrpc: '2.0',
      id,
      method,
      params: legacyMethod.toParams(params),
    };
    const answered = await transport.handle(request, context);
    if (Symbol.asyncIterator in answered) {
      // A stream that is resumed after an event may contain questions that were answered already.
      const isTurn =
        method === 'message/stream' && call.request.headers['last-event-id'] === undefined;
      const events = isTurn ? markEndOfTurn(answered) : answered;
      return { kind: 'stream', headers: call.headers, source: toSource(events, context, call) };
    }
    // The signatures from A2A 1.0 do not fit the text of the card that the SDK writes for 0.3.
    const isCard = signCard !== undefined && method === LEGACY_CARD_METHOD && 'result' in answered;
    if (isCard && isRecord(answered.result)) {
      const signed = { ...answered, result: await signCard(answered.result) };
      return call.answer(JSON.stringify(signed));
    }
    return answerOnce(answered, context, call);
  };
}

/**
 * Marks the last event of a message's stream with `final` (A2A 0.3, section 7.2.2), also where the
 * task waits for its caller. The SDK marks ends of tasks only.
 */
async function* markEndOfTurn(events: AsyncGenerator<object>): AsyncGenerator<object> {
  for await (const event of events) {
    const result: unknown = Reflect.get(event, 'result');
    const isLast = isRecord(result) && isWaiting(result['status']);
    yield isLast && 'final' in result ? { ...event, result: { ...result, final: true } } : event;
  }
}

/**
 * Returns true for a task status (ProtoJSON) that waits for the caller: input or authorization is
 * required.
 */
function isWaiting(status: unknown): boolean {
  return (
    isRecord(status) && typeof status['state'] === 'string' && isInterruptedState(status['state'])
  );
}

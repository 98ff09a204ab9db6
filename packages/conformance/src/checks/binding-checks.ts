import { isRecord, previewJson } from '@formwork/schema/json';
import type { Exchange, StreamExchange } from '../doors/door.ts';
import { isA2aReason } from '../doors/wire-error.ts';
import { broken, HOLDS, untried, type RuleResult } from '../rules/rule-result.ts';
import type { DoorSession } from '../session/door-session.ts';
import {
  createUnknownId,
  describeCame,
  expectError,
  listCodes,
  nameCode,
  nameError,
  type DoorCheck,
} from './expectations.ts';

/** The checks of doors: capabilities, versions and errors. */
export const BINDING_CHECKS: Readonly<Record<string, DoorCheck>> = {
  async 'door.open'({ door }) {
    const call = { operation: 'GetTask', params: { id: createUnknownId() } } as const;
    const exchange = await door.send(call);
    if (exchange.unreadable === undefined) return HOLDS;
    return broken({
      sent: `${exchange.request} to ${door.url}`,
      expected: `an answer of A2A ${door.dialect.version} over ${door.binding}`,
      came: exchange.unreadable,
      change: 'Serve A2A at this address, or take it out of the card.',
    });
  },

  async 'auth.required'({ door, card }) {
    if (!card.needsCredentials) return untried('the card asks for no credentials');
    const params = { id: createUnknownId() };
    const exchange = await door.send({ operation: 'GetTask', params, isAnonymous: true });
    const { status, error } = exchange;
    if (status === 401 || (door.binding === 'GRPC' && error?.code === 16)) return HOLDS;
    return broken({
      sent: `${exchange.request} without credentials`,
      expected: door.binding === 'GRPC' ? 'UNAUTHENTICATED' : 'HTTP 401',
      came: describeCame(door, exchange),
      change: 'Refuse callers without credentials before anything else is done, at every door.',
    });
  },

  async 'push.unsupported'(session) {
    if (session.card.capabilities['pushNotifications'] === true) {
      return untried('the card offers push notifications');
    }
    const id = createUnknownId();
    const params = session.door.dialect.version === '0.3' ? { id } : { taskId: id };
    const exchange = await session.send({ operation: 'ListTaskPushNotificationConfigs', params });
    return expectError(session.door, exchange, {
      reason: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
      change: 'Refuse these operations, or say "pushNotifications": true in the card.',
    });
  },

  async 'extended-card.unsupported'(session) {
    if (session.card.capabilities['extendedAgentCard'] === true) {
      return untried('the card offers an extended card');
    }
    const exchange = await session.send({ operation: 'GetExtendedAgentCard', params: {} });
    return expectError(session.door, exchange, {
      reason: 'UNSUPPORTED_OPERATION',
      change: 'Refuse this operation, or say "extendedAgentCard": true in the card.',
    });
  },

  async 'extension.required'(session) {
    const required = session.card.extensions.find((extension) => extension['required'] === true);
    if (required === undefined) return untried('the card requires no extension');
    const [input] = session.inputs.inputs;
    if (input === undefined) return untried('there is no input to send');
    const params = { message: session.toMessage(input) };
    const exchange = await session.send({ operation: 'SendMessage', params, isPlain: true });
    return expectError(session.door, exchange, {
      reason: 'EXTENSION_SUPPORT_REQUIRED',
      change: `Refuse requests without ${previewJson(required['uri'])}, or do not require it.`,
    });
  },

  async 'version.unsupported'(session) {
    const params = { id: createUnknownId() };
    const exchange = await session.send({ operation: 'GetTask', params, version: '99.0' });
    return expectError(
      session.door,
      { ...exchange, request: `${exchange.request} with A2A-Version: 99.0` },
      {
        reason: 'VERSION_NOT_SUPPORTED',
        change: 'Read the header A2A-Version, and refuse versions that the agent does not speak.',
      },
    );
  },

  async 'version.missing'(session) {
    const params = { id: createUnknownId() };
    const exchange = await session.send({ operation: 'GetTask', params, version: '' });
    const { reason, code } = exchange.error ?? {};
    // A request of 0.3 has no method of this name.
    const isRefused = reason === 'VERSION_NOT_SUPPORTED' || code === -32_009 || code === -32_601;
    if (isRefused) return HOLDS;
    return broken({
      sent: `${exchange.request} without A2A-Version`,
      expected: 'VersionNotSupportedError (-32009), or that 0.3 has no such method (-32601)',
      came: describeCame(session.door, exchange),
      change: 'Treat a request without A2A-Version as one of A2A 0.3.',
    });
  },

  'rpc.parse-error': (session) =>
    expectRaw(session, '{"jsonrpc": "2.0", "id": 1, "method": ', { code: -32_700 }),
  'rpc.invalid-request': (session) =>
    expectRaw(session, '{"jsonrpc":"2.0","id":"raw","params":{}}', { code: -32_600 }),

  async 'rpc.unknown-method'(session) {
    const { sendUnknown } = session.door;
    if (sendUnknown === undefined) return untried('the binding has no methods by name');
    const exchange = await session.attempt(sendUnknown);
    if (exchange.error?.code === -32_601) return HOLDS;
    return broken({
      sent: `the method ${exchange.request}`,
      expected: 'method not found (-32601)',
      came: describeCame(session.door, exchange),
      change: 'Answer a method that does not exist with -32601.',
    });
  },

  async 'rest.unknown-path'({ door }) {
    const exchange = await door.sendUnknown?.();
    if (exchange === undefined) return untried('the binding has no paths');
    if (exchange.status === 404 || exchange.status === 405) return HOLDS;
    return broken({
      sent: exchange.request,
      expected: 'HTTP 404 or 405',
      came: `HTTP ${exchange.status ?? '(none)'}`,
      change: 'Answer a path that does not exist with HTTP 404.',
    });
  },
};

/** Sends a body that is no request of JSON-RPC. */
async function expectRaw(
  session: DoorSession,
  body: string,
  { code }: { readonly code: number },
): Promise<RuleResult> {
  const { post } = session.door;
  if (post === undefined) return untried('the binding has no JSON-RPC');
  const exchange = await session.attempt(() => post(body));
  if (exchange.error?.code === code) return HOLDS;
  return broken({
    sent: exchange.request,
    expected: `the JSON-RPC error ${code}`,
    came: describeCame(session.door, exchange),
    change: `Answer such a body with the JSON-RPC error ${code}.`,
  });
}

/** The checks of everything that came over a door, which run after all others. */
export const LATE_CHECKS: Readonly<Record<string, DoorCheck>> = {
  'door.answers'({ door }) {
    // A caller without credentials is refused before A2A begins.
    const badExchange = door.exchanges.find(
      ({ unreadable, status }) => unreadable !== undefined && status !== 401,
    );
    if (badExchange === undefined) return HOLDS;
    const { request, unreadable = '', isTimeout = false } = badExchange;
    return broken({
      sent: request,
      expected: `an answer of A2A ${door.dialect.version} over ${door.binding}`,
      came: unreadable,
      change: isTimeout
        ? 'If a skill takes longer, raise the time limit of a request; else answer every request.'
        : 'Answer every request in the form of the binding, errors included.',
    });
  },

  'http.content-type'({ door }) {
    const allowed =
      door.binding === 'JSONRPC' ? /^application\/json$/u : /^application\/(?:a2a\+)?json$/u;
    const badExchange = door.exchanges.find(
      (exchange) => exchange.body !== undefined && !allowed.test(readType(exchange)),
    );
    if (badExchange === undefined) return HOLDS;
    return broken({
      sent: badExchange.request,
      expected:
        door.binding === 'JSONRPC'
          ? 'application/json'
          : 'application/a2a+json or application/json',
      came: readType(badExchange) || 'no content type',
      change: 'Set the content type of every answer, errors included.',
    });
  },

  'rest.media-type'({ door }) {
    const badExchange = door.exchanges.find(
      (exchange) => exchange.body !== undefined && readType(exchange) === 'application/json',
    );
    if (badExchange === undefined) return HOLDS;
    return broken({
      sent: badExchange.request,
      expected: 'application/a2a+json',
      came: 'application/json',
      change: 'Answer with the media type of A2A.',
    });
  },

  'rpc.envelope'({ door }) {
    for (const exchange of door.exchanges) {
      const envelopes = 'envelopes' in exchange ? exchange.envelopes : [];
      const all = exchange.body === undefined ? envelopes : [exchange.body];
      const badEnvelope = all.find(
        (envelope) => findEnvelopeFault(envelope, exchange) !== undefined,
      );
      // A caller without credentials is refused before the request is read.
      if (badEnvelope === undefined || exchange.status === 401) continue;
      return broken({
        sent: `${exchange.request} with the id ${JSON.stringify(exchange.requestId)}`,
        expected: 'a JSON-RPC response to it',
        came: `one ${findEnvelopeFault(badEnvelope, exchange)}`,
        change: 'Send jsonrpc "2.0", the id of the request, and either a result or an error.',
      });
    }
    return HOLDS;
  },

  'rest.error-form'({ door }) {
    const badExchange = door.exchanges.find(({ error, status }) => {
      const inner = isRecord(error?.raw) ? error.raw['error'] : undefined;
      const isRight =
        isRecord(inner) &&
        inner['code'] === status &&
        typeof inner['status'] === 'string' &&
        typeof inner['message'] === 'string';
      return error !== undefined && !isRight;
    });
    if (badExchange === undefined) return HOLDS;
    return broken({
      sent: badExchange.request,
      expected: '{"error": {"code": HTTP status, "status": "...", "message": "..."}}',
      came: `HTTP ${badExchange.status} with ${previewJson(badExchange.error?.raw)}`,
      change: 'Answer errors in the form of google.rpc.Status.',
    });
  },

  'error.reason'({ door }) {
    const badExchange = door.exchanges.find(
      ({ error }) => error?.reason === undefined && findReason(door, error?.code) !== undefined,
    );
    if (badExchange === undefined) return HOLDS;
    const reason = findReason(door, badExchange.error?.code) ?? '';
    return broken({
      sent: badExchange.request,
      expected: `an error with a google.rpc.ErrorInfo: reason ${reason}, domain a2a-protocol.org`,
      came: `${describeCame(door, badExchange)} without one`,
      change: 'Add an ErrorInfo with reason and domain to errors of A2A.',
    });
  },

  'error.code'({ door }) {
    const badExchange = door.exchanges.find(({ error }) => {
      if (!isA2aReason(error?.reason)) return false;
      return error.code === undefined || !listCodes(door, error.reason).includes(error.code);
    });
    if (badExchange === undefined || !isA2aReason(badExchange.error?.reason)) return HOLDS;
    return broken({
      sent: badExchange.request,
      expected: nameError(door, badExchange.error.reason),
      came: `${badExchange.error.reason} with ${nameCode(door, badExchange.error.code)}`,
      change: 'Give every error of A2A the code of the table in section 5.4.',
    });
  },
};

function readType({ headers }: Exchange | StreamExchange): string {
  const [type = ''] = (headers?.get('content-type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/** Finds the reason that only one error of A2A has a code for. */
function findReason(door: DoorSession['door'], code: number | undefined): string | undefined {
  if (code === undefined || door.binding !== 'JSONRPC') {
    return code === 404 || (door.binding === 'GRPC' && code === 5) ? 'TASK_NOT_FOUND' : undefined;
  }
  return REASONS_BY_RPC.get(code);
}

const REASONS_BY_RPC: ReadonlyMap<number, string> = new Map([
  [-32_001, 'TASK_NOT_FOUND'],
  [-32_002, 'TASK_NOT_CANCELABLE'],
  [-32_003, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
  [-32_004, 'UNSUPPORTED_OPERATION'],
  [-32_009, 'VERSION_NOT_SUPPORTED'],
]);

/** Finds what is wrong with a JSON-RPC response; `undefined` if nothing is. */
function findEnvelopeFault(envelope: unknown, { requestId }: Exchange): string | undefined {
  // What is no object is the business of another rule.
  if (!isRecord(envelope)) return undefined;
  const { jsonrpc, id } = envelope;
  if (jsonrpc !== '2.0') return `with jsonrpc ${previewJson(jsonrpc)}`;
  // The id of a body that could not be read is null, or what could be read of it.
  const isRaw = requestId === null || requestId === undefined;
  if (!isRaw && id !== requestId) return `with the id ${previewJson(id)}`;
  const hasResult = 'result' in envelope;
  const hasError = 'error' in envelope;
  if (hasResult === hasError)
    return `with ${hasResult ? 'a result and an error' : 'neither a result nor an error'}`;
  return undefined;
}

import type { TaskLogger } from '@formwork/core';
import type { AdapterHost, Caller } from '@formwork/server';
import { EnvelopeRefusedError } from '../errors.ts';
import { checkEnvelope } from '../message/check-envelope.ts';
import type { Envelope } from '../message/envelope.ts';
import { findStaleness, verifyEnvelope } from '../tags/authentication-tag.ts';
import { describeProblems } from './refusal.ts';
import type { DoorSettings } from './settings.ts';

/** The recipient of `discover_agents`, whatever the real id of the registry is. */
export const REGISTRY_ID = 'registry';

/**
 * Checks a received message by the document's "Validation Checklist" before anything is done: the
 * schemas, the recipient, the time and the tag.
 *
 * @throws EnvelopeRefusedError
 */
export async function admit(
  value: unknown,
  options: {
    readonly settings: DoorSettings;
    readonly logger: TaskLogger;
    readonly vouchFor: AdapterHost['vouchFor'];
    /**
     * The caller by the server's own authentication; absent if the tag of the message alone tells who
     * calls.
     */
    readonly caller: Caller | undefined;
  },
): Promise<{
  readonly envelope: Envelope;
  readonly caller: Caller;
}> {
  const { settings, logger, caller } = options;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const valueKind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
    throw new EnvelopeRefusedError(
      `Cannot read the message because it must be a JSON object: current value is ${valueKind}`,
      { errorCode: 'INVALID_MESSAGE' },
    );
  }
  const envelope = checkShape(value, settings);
  checkRecipient(envelope, settings);
  const staleness = findStaleness(envelope.timestamp, Date.now());
  if (staleness !== undefined) {
    throw new EnvelopeRefusedError(`Cannot take the message because timestamp ${staleness}`, {
      errorCode: 'VALIDATION_FAILED',
      details: { pointer: '/timestamp' },
    });
  }
  const { keys, nonces } = settings;
  const isTagless = keys === undefined || (envelope.auth === undefined && !settings.requireTags);
  if (isTagless && caller !== undefined) return { envelope, caller };
  if (keys === undefined) throw createTagError();
  const verdict = await verifyEnvelope(envelope, { keys, nonces });
  if (verdict.kind === 'verified') {
    return { envelope, caller: options.vouchFor(settings.toPrincipalId(verdict.agentId)) };
  }
  const { sender_id: senderId, message_id: messageId } = envelope;
  logger.warn('Refused the tag of a message', { senderId, messageId, reason: verdict.reason });
  throw createTagError();
}

/**
 * Makes the error for a wrong tag. It is the same for every fault, so that senders do not learn
 * which agents are known or what is wrong.
 */
function createTagError(): EnvelopeRefusedError {
  return new EnvelopeRefusedError(
    'Cannot take the message because its auth does not prove that sender_id sent it just now',
    { errorCode: 'AUTHENTICATION_FAILED' },
  );
}

function checkShape(value: object, settings: DoorSettings): Envelope {
  const isTagged = 'auth' in value && settings.keys !== undefined;
  const verdict = checkEnvelope(value, { authenticated: isTagged });
  if (verdict.kind === 'valid') return verdict.envelope;
  const { problems, text } = describeProblems(verdict.problems, '');
  throw new EnvelopeRefusedError(`Cannot take the message: ${text}`, {
    errorCode: 'VALIDATION_FAILED',
    details: { problems },
  });
}

function checkRecipient(
  { message_type: type, recipient_id: to }: Envelope,
  settings: DoorSettings,
) {
  if (to === settings.agentId || (type === 'discover_agents' && to === REGISTRY_ID)) return;
  throw new EnvelopeRefusedError(
    `Cannot take the message because recipient_id must be "${settings.agentId}": current value is "${to}"`,
    { errorCode: 'NOT_FOUND', details: { pointer: '/recipient_id' } },
  );
}

import { isRecord } from '@formwork/core';
import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import type { Call, Reply } from './call.ts';
import { negotiate } from './negotiate.ts';
import { SCHEMA_VERSIONS, SUPPORTED_PROTOCOLS, toDocumentCard } from './to-document-card.ts';

/** Answers a `handshake`: versions are agreed on, and from then on there is a connection. */
export function answerHandshake(call: Call): Reply {
  const { message, principalId, host, settings, connections } = call;
  const card = message.payload['agent_card'];
  if (!isRecord(card)) throw new TypeError('The schema lets no handshake in without a card.');
  if (card['agent_id'] !== message.sender_id) {
    throw new EnvelopeRefusedError(
      `Cannot take the message as payload.agent_card.agent_id must be the sender_id ("${message.sender_id}"): current value is ${JSON.stringify(card['agent_id']).slice(0, 140)}`,
      { errorCode: 'VALIDATION_FAILED' },
    );
  }
  const metadata = isRecord(card['metadata']) ? card['metadata'] : {};
  const agreement = negotiate({
    protocols: toTexts(card['supported_protocols']) ?? [],
    // "Version Negotiation" does not say whether the card or its metadata declares them.
    schemaVersions: toTexts(card['schema_versions']) ?? toTexts(metadata['schema_versions']),
  });
  if (agreement.kind === 'nothing') {
    const ours = { supported_protocols: SUPPORTED_PROTOCOLS, schema_versions: SCHEMA_VERSIONS };
    throw new EnvelopeRefusedError(
      `Cannot take the message as payload.agent_card.${agreement.field} must have a major version of ${ours[agreement.field].join(', ')}: current value has none`,
      { errorCode: 'VALIDATION_FAILED', details: ours },
    );
  }
  const { protocol, schemaVersion } = agreement;
  const peer = { principalId, agentId: message.sender_id };
  connections.open(peer, { protocol, ...(schemaVersion !== undefined && { schemaVersion }) });
  const { agentId, path } = settings;
  return {
    kind: 'message',
    type: 'handshake_ack',
    payload: {
      agent_card: toDocumentCard(host.agent, { agentId, path, publicUrl: host.publicUrl }),
      protocol,
      ...(schemaVersion !== undefined && { schema_version: schemaVersion }),
    },
  };
}

function toTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

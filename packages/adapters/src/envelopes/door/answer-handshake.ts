import { isRecord } from '@formwork/schema/internal';
import { EnvelopeRefusedError } from '../errors.ts';
import type { Call, Reply } from './call.ts';
import { SCHEMA_VERSIONS, SUPPORTED_PROTOCOLS, toDocumentCard } from './document-card.ts';

/** Answers a `handshake`: agrees on versions and opens a connection. */
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
    protocols: listTexts(card['supported_protocols']) ?? [],
    // "Version Negotiation" does not say whether the card or its metadata declares them.
    schemaVersions: listTexts(card['schema_versions']) ?? listTexts(metadata['schema_versions']),
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

function listTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;
}

/** The versions that a peer speaks. */
interface Offer {
  readonly protocols: readonly string[];
  /** `undefined` when the peer does not say. */
  readonly schemaVersions: readonly string[] | undefined;
}

/** The versions that both speak, as the peer spells them, or the field without a common one. */
type Agreement =
  | { readonly kind: 'agreed'; readonly protocol: string; readonly schemaVersion?: string }
  | { readonly kind: 'nothing'; readonly field: 'supported_protocols' | 'schema_versions' };

/**
 * Chooses versions (Version Compatibility): ours if the peer has it, else the first with the same
 * major version, because minor versions only add.
 */
function negotiate({ protocols, schemaVersions }: Offer): Agreement {
  const protocol = pickVersion(protocols, SUPPORTED_PROTOCOLS);
  if (protocol === undefined) return { kind: 'nothing', field: 'supported_protocols' };
  if (schemaVersions === undefined) return { kind: 'agreed', protocol };
  const schemaVersion = pickVersion(schemaVersions, SCHEMA_VERSIONS);
  return schemaVersion === undefined
    ? { kind: 'nothing', field: 'schema_versions' }
    : { kind: 'agreed', protocol, schemaVersion };
}

function pickVersion(offered: readonly string[], ours: readonly string[]): string | undefined {
  return (
    offered.find((version) => ours.includes(version)) ??
    offered.find((version) => ours.some((own) => majorOf(own) === majorOf(version)))
  );
}

/** Returns `A2A/1` for `A2A/1.4`, `1` for `1.4.2`, and any other text as it is. */
function majorOf(version: string): string {
  return /^((?:.*\/)?\d+)\.\d+(?:\.\d+)?$/u.exec(version)?.[1] ?? version;
}

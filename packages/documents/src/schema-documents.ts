import type { JsonSchema } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import legacy from '@formwork/schemas/a2a/v0.3/a2a.json' with { type: 'json' };
import candidate from '@formwork/schemas/a2a/v1-rc/a2a.json' with { type: 'json' };
import candidateWire from '@formwork/schemas/a2a/v1-rc/a2a.wire.json' with { type: 'json' };
import stable from '@formwork/schemas/a2a/v1.0/a2a.json' with { type: 'json' };
import stableWire from '@formwork/schemas/a2a/v1.0/a2a.wire.json' with { type: 'json' };
import followUpFormsV1 from '@formwork/schemas/extensions/follow-up-forms-v1.json' with { type: 'json' };
import objectSchemasV1 from '@formwork/schemas/extensions/object-schemas-v1.json' with { type: 'json' };
import index from '@formwork/schemas/index.json' with { type: 'json' };
import messagesV1AgentAnnouncementMessage from '@formwork/schemas/messages/v1/agent-announcement-message.json' with { type: 'json' };
import messagesV1AuthenticatedMessage from '@formwork/schemas/messages/v1/authenticated-message.json' with { type: 'json' };
import messagesV1BaseMessage from '@formwork/schemas/messages/v1/base-message.json' with { type: 'json' };
import messagesV1DiscoverAgentsMessage from '@formwork/schemas/messages/v1/discover-agents-message.json' with { type: 'json' };
import messagesV1ErrorMessage from '@formwork/schemas/messages/v1/error-message.json' with { type: 'json' };
import messagesV1GoodbyeMessage from '@formwork/schemas/messages/v1/goodbye-message.json' with { type: 'json' };
import messagesV1HandshakeAckMessage from '@formwork/schemas/messages/v1/handshake-ack-message.json' with { type: 'json' };
import messagesV1HandshakeMessage from '@formwork/schemas/messages/v1/handshake-message.json' with { type: 'json' };
import messagesV1RequestMessage from '@formwork/schemas/messages/v1/request-message.json' with { type: 'json' };
import messagesV1ResponseMessage from '@formwork/schemas/messages/v1/response-message.json' with { type: 'json' };
import sessionsV1AgentCard from '@formwork/schemas/sessions/v1/agent-card.json' with { type: 'json' };
import sessionsV1Artifact from '@formwork/schemas/sessions/v1/artifact.json' with { type: 'json' };
import sessionsV1CreateSessionRequest from '@formwork/schemas/sessions/v1/create-session-request.json' with { type: 'json' };
import sessionsV1CreateSessionResponse from '@formwork/schemas/sessions/v1/create-session-response.json' with { type: 'json' };
import sessionsV1ErrorResponse from '@formwork/schemas/sessions/v1/error-response.json' with { type: 'json' };
import sessionsV1GetSessionMessagesResponse from '@formwork/schemas/sessions/v1/get-session-messages-response.json' with { type: 'json' };
import sessionsV1Message from '@formwork/schemas/sessions/v1/message.json' with { type: 'json' };
import sessionsV1SendMessageRequest from '@formwork/schemas/sessions/v1/send-message-request.json' with { type: 'json' };
import sessionsV1SendMessageResponse from '@formwork/schemas/sessions/v1/send-message-response.json' with { type: 'json' };
import sessionsV1Session from '@formwork/schemas/sessions/v1/session.json' with { type: 'json' };

/** All schema documents of `@formwork/schemas`. */
const ALL: readonly JsonSchema[] = [
  legacy,
  candidate,
  candidateWire,
  stable,
  stableWire,
  followUpFormsV1,
  objectSchemasV1,
  messagesV1AgentAnnouncementMessage,
  messagesV1AuthenticatedMessage,
  messagesV1BaseMessage,
  messagesV1DiscoverAgentsMessage,
  messagesV1ErrorMessage,
  messagesV1GoodbyeMessage,
  messagesV1HandshakeAckMessage,
  messagesV1HandshakeMessage,
  messagesV1RequestMessage,
  messagesV1ResponseMessage,
  sessionsV1AgentCard,
  sessionsV1Artifact,
  sessionsV1CreateSessionRequest,
  sessionsV1CreateSessionResponse,
  sessionsV1ErrorResponse,
  sessionsV1GetSessionMessagesResponse,
  sessionsV1Message,
  sessionsV1SendMessageRequest,
  sessionsV1SendMessageResponse,
  sessionsV1Session,
];

/** The schema documents by their `$id`. */
export const SCHEMA_DOCUMENTS: ReadonlyMap<string, JsonSchema> = new Map(
  ALL.map((document) => [String(document['$id']), document]),
);

/** The index of the schemas of each dialect, by the dialect's name. */
export /**
 * The schemas of a protocol as the index of `@formwork/schemas` lists them: references by kind, and
 * by operation and role.
 */
const DIALECT_INDEX: ReadonlyMap<
  string,
  {
    readonly kinds: Readonly<Record<string, string>>;
    readonly operations: Readonly<Record<string, Readonly<Record<string, string>>>>;
  }
> = new Map(
  Object.entries(toRecord(index['dialects'])).map(([dialect, entry]) => {
    const { kinds, operations } = toRecord(entry);
    const roles = Object.entries(toRecord(operations)).map(
      ([operation, references]) => [operation, toTexts(references)] as const,
    );
    return [dialect, { kinds: toTexts(kinds), operations: Object.fromEntries(roles) }];
  }),
);

function toTexts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(toRecord(value)).map(([name, text]) => [name, String(text)]),
  );
}

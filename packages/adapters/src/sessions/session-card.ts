import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  type Agent,
  type AnySkill,
  type CardSecurity,
  toSchemaMode,
} from '@formwork/core';
import type { NamedSchema } from '@formwork/schema';
import type { AgentCard } from '@formwork/schemas/types/sessions-v1';
import type { AdapterHost } from '@formwork/server';

/**
 * The version of the protocol as MAJOR.MINOR.PATCH ("Versioning"), which the document itself does
 * not name.
 */
const PROTOCOL_VERSION = '1.0.0';

type Capability = NonNullable<AgentCard['capabilities']>[number];

/** Makes the card of an agent in the form of the session API ("Agent Card Schema"). */
export function createSessionCard(
  agent: Agent,
  {
    url,
    security,
    authentication,
  }: {
    /** The base address of the API, before its paths. */
    readonly url: string;
    readonly security: CardSecurity | undefined;
    readonly authentication: AdapterHost['authentication'];
  },
): AgentCard {
  const { name, description, version, provider, documentationUrl } = agent;
  const contact = documentationUrl ?? provider?.url;
  return {
    name,
    description,
    version,
    api: { type: 'a2a', url, version: PROTOCOL_VERSION },
    auth: describeAuth(security, authentication),
    capabilities: [...agent.skills.map(describeSkill), ...EXTENSIONS],
    ...((provider !== undefined || contact !== undefined) && {
      contact: {
        ...(provider !== undefined && { name: provider.organization }),
        ...(contact !== undefined && { url: contact }),
      },
    }),
  };
}

/** Describes a skill as a capability: its id, and the schemas of its input and output. */
function describeSkill(skill: AnySkill): Capability {
  const { id, name, description, tags, examples, inputs, outputs } = skill;
  return {
    type: id,
    description,
    parameters: {
      name,
      tags,
      input_types: ['text/plain', ...[...inputs.keys()].map(toSchemaMode)],
      output_types: ['text/plain', ...[...outputs.keys()].map(toSchemaMode)],
      input_schemas: toSchemas(inputs),
      output_schemas: toSchemas(outputs),
      ...(examples.length > 0 && { examples }),
    },
  };
}

function toSchemas(schemas: ReadonlyMap<string, NamedSchema>): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...schemas.values()].map(({ name, schema }) => [name, schema]));
}

/**
 * The capabilities by which the card announces additions of Formwork to the session API ("Schema
 * Extensions").
 */
const EXTENSIONS: readonly Capability[] = [
  {
    type: 'formwork.structured_input',
    description:
      'An artifact of a type such as application/json;schema=NAME is input for the skill that takes the schema NAME, and is checked before anything runs. Results come back in the same form.',
  },
  {
    type: 'formwork.task',
    description:
      'Metadata of messages of the agent: the id and the state of the task that the message is about.',
    parameters: { metadata_key: 'formwork.task' },
  },
  {
    type: 'formwork.system',
    description:
      'Messages of the role system start nothing. What they say is given to the agent with every later message.',
  },
  {
    type: 'formwork.follow_up_forms',
    description:
      'A message of the agent that asks has the schema of the answer in its metadata. It is answered by a message whose in_reply_to names it.',
    parameters: { metadata_key: FOLLOW_UP_FORMS_EXTENSION_URI },
  },
  {
    type: 'formwork.idempotency',
    description:
      'A request that is sent again with the same header Idempotency-Key, or a message with the same id, counts once.',
    parameters: { header: 'Idempotency-Key', property: 'id' },
  },
  {
    type: 'formwork.wait',
    description:
      'A message is answered with what the agent says to it, within the time of the header Prefer (wait=SECONDS, or respond-async); if that takes longer, with the message itself and status 202.',
    parameters: { header: 'Prefer' },
  },
  {
    type: 'formwork.stream',
    description:
      'Events of the stream are JSON with the type session, message, progress or artifact. Those with an id can be taken up again by Last-Event-ID.',
    parameters: { event_types: ['session', 'message', 'progress', 'artifact'] },
  },
];

const LOCATIONS = { header: 'header', query: 'query parameter', cookie: 'cookie' } as const;

function describeAuth(
  security: CardSecurity | undefined,
  authentication: AdapterHost['authentication'],
): AgentCard['auth'] {
  if (authentication === 'none') return { type: 'none' };
  const before = authentication === 'required' ? '' : 'Callers may stay unknown. To be known: ';
  const [scheme] = security?.schemes ?? [];
  if (scheme === undefined) {
    return { type: 'custom', instructions: `${before}Ask whoever offers the agent.` };
  }
  const after = scheme.description === undefined ? '' : ` ${scheme.description}`;
  switch (scheme.kind) {
    case 'api-key':
      return {
        type: 'api_key',
        instructions: `${before}Send the key in the ${LOCATIONS[scheme.location]} ${scheme.parameter}.${after}`,
      };
    case 'mutual-tls':
      return { type: 'custom', instructions: `${before}Connect with a certificate.${after}` };
    case 'openid-connect':
      return {
        type: 'oauth',
        instructions: `${before}Send a token in the header Authorization, after "Bearer ". ${scheme.url} says where to get one.${after}`,
      };
    case 'oauth2':
    case 'bearer':
      return {
        type:
          scheme.kind === 'bearer' && scheme.bearerFormat?.toUpperCase() === 'JWT'
            ? 'jwt'
            : 'oauth',
        instructions: `${before}Send a token in the header Authorization, after "Bearer ".${after}`,
      };
  }
}

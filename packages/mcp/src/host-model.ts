import type { JsonSchema } from '@formwork/schema';

// How a skill borrows the model of an MCP host: the bridge says in a message that the host lends
// one, the skill asks a question with this form, and the bridge has the host's model answer it.

/** The key in a message's metadata by which a bridge says that its host lends a model. */
export const HOST_MODEL_KEY = 'urn:formwork:host-model:v1';

/** The name of the form of a question that is for the host's model, not for a person. */
export const HOST_MODEL_FORM = 'formwork-host-model';

/** The schema of the answer of a host's model: its text, or nothing if the host declines. */
export const HOST_MODEL_ANSWER: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 100_000 } },
  additionalProperties: false,
};

/** The request to a host's model; as JSON text it is the prompt of the question. */
export interface HostModelPrompt {
  readonly system: string;
  readonly messages: readonly HostModelMessage[];
  /** The highest number of tokens that the model may write. */
  readonly maxTokens: number;
}

/** One message of the conversation with a host's model. */
export interface HostModelMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

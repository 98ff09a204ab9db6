import type { GetPromptResult } from '@modelcontextprotocol/server';
import { fillIn } from './operator-resource.ts';

/** A prompt that the operator of the bridge adds to those of the tools. */
export interface OperatorPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required?: boolean;
  }[];
  /**
   * The messages of the prompt. `{name}` in their texts and addresses stands for the value of the
   * argument with this name.
   */
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly content: OperatorPromptContent;
  }[];
}

/** The content of a message: text, an image, or an embedded resource. */
type OperatorPromptContent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string };
    };

/** Returns the messages of a prompt with the values of its arguments filled in. */
export function fillInPrompt(
  { description, messages }: OperatorPrompt,
  values: Readonly<Record<string, string>>,
): GetPromptResult {
  return {
    ...(description !== undefined && { description }),
    messages: messages.map(({ role, content }) => ({ role, content: toContent(content, values) })),
  };
}

function toContent(
  content: OperatorPromptContent,
  values: Readonly<Record<string, string>>,
): GetPromptResult['messages'][number]['content'] {
  switch (content.type) {
    case 'text':
      return { type: 'text', text: fillIn(content.text, values) };
    case 'image':
      return { ...content };
    case 'resource': {
      const { uri, mimeType, text } = content.resource;
      const resource = { uri: fillIn(uri, values), mimeType, text: fillIn(text, values) };
      return { type: 'resource', resource };
    }
  }
}

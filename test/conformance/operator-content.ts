import type { OperatorPrompt, OperatorResource } from '@formwork/mcp';
import { PNG } from './samples.ts';

/** The resources that the conformance suite of MCP reads, declared as an operator would. */
export const RESOURCES: readonly OperatorResource[] = [
  {
    uri: 'test://static-text',
    name: 'static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png', blob: PNG },
  {
    uri: 'test://template/{id}/data',
    name: 'template',
    mimeType: 'application/json',
    text: '{"id":"{id}","templateTest":true,"data":"Data for ID: {id}"}',
  },
];

const say = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const;

/** The prompts that the conformance suite of MCP requests. */
export const PROMPTS: readonly OperatorPrompt[] = [
  {
    name: 'test_simple_prompt',
    description: 'For the suite.',
    messages: [say('This is a simple prompt for testing.')],
  },
  {
    name: 'test_prompt_with_arguments',
    description: 'For the suite.',
    arguments: [
      { name: 'arg1', required: true },
      { name: 'arg2', required: true },
    ],
    messages: [say("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'For the suite.',
    arguments: [{ name: 'resourceUri', required: true }],
    messages: [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: {
            uri: '{resourceUri}',
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
      },
      say('Please process the embedded resource above.'),
    ],
  },
  {
    name: 'test_prompt_with_image',
    description: 'For the suite.',
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      say('Please analyze the image above.'),
    ],
  },
];

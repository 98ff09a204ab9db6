import { Role, type Artifact, type Message, type Part } from '@a2a-js/sdk';
import { textMessage } from './samples.ts';

/** Data that a storage may trip over: control characters, half a surrogate pair, big and small numbers. */
export const RICH_DATA: Readonly<Record<string, unknown>> = {
  text: 'line\nquote"\\ zero\u0000 lone\ud800 emoji🦁',
  numbers: [0, -1.5, 9_007_199_254_740_991, 1e300, 5e-324],
  nothing: null,
  yes: true,
  nested: { list: [[], {}, [{ 'a.b': 1, '': 2, $case: 'text' }]] },
};

/** Parts of every kind. */
function toRichParts(): Part[] {
  const rest = { metadata: { part: RICH_DATA }, filename: 'löwe 🦁.bin', mediaType: 'text/plain' };
  return [
    { content: { $case: 'text', value: 'zero\u0000 and 🦁' }, ...rest },
    { content: { $case: 'text', value: '' }, metadata: undefined, filename: '', mediaType: '' },
    { content: { $case: 'raw', value: Buffer.from([0, 1, 254, 255]) }, ...rest },
    { content: { $case: 'url', value: 'https://example.com/?q=ü' }, ...rest },
    { content: { $case: 'data', value: RICH_DATA }, ...rest },
    { content: { $case: 'data', value: null }, ...rest },
  ];
}

/** A message with every field in use. */
export function toRichMessage(): Message {
  return {
    ...textMessage('', Role.ROLE_AGENT),
    contextId: 'context',
    taskId: 'task',
    parts: toRichParts(),
    metadata: { message: RICH_DATA },
    extensions: ['https://example.com/extension'],
    referenceTaskIds: ['another'],
  };
}

/** An artifact with every field in use. */
export function toRichArtifact(): Artifact {
  return {
    artifactId: 'rich',
    name: 'Löwe 🦁',
    description: 'zero\u0000',
    parts: toRichParts(),
    metadata: { artifact: RICH_DATA },
    extensions: ['https://example.com/extension'],
  };
}

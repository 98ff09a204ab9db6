import { Role, type Artifact, type Message } from '@a2a-js/sdk';
import { randomUUID } from 'node:crypto';

export function createMessage(text: string): Message {
  return {
    messageId: randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [
      {
        content: { $case: 'text', value: text },
        metadata: undefined,
        filename: '',
        mediaType: 'text/plain',
      },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** Makes one chunk of a streamed artifact with a text of the given length. */
export function createChunk(characters: number): Artifact {
  return {
    artifactId: 'essay',
    name: '',
    description: '',
    parts: createMessage('x'.repeat(characters)).parts,
    metadata: undefined,
    extensions: [],
  };
}

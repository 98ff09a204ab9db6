import type { Message, Part } from '@a2a-js/sdk';
import { readAnswerer } from '@formwork/core';
import type { NewTaskEvent } from '@formwork/runtime';
import { readQuestion } from '@formwork/runtime/internal';

/** Puts an event of a task's log into words, without ids and times. */
export function toEventLine(event: NewTaskEvent): string {
  switch (event.kind) {
    case 'status':
      // The text of a question also tells callers how to answer.
      return withContent(
        `${event.state}${toChange(event.message)}`,
        readQuestion(event.message)?.prompt ?? toContent(event.message?.parts),
      );
    case 'artifact': {
      const verb = event.append ? 'more of artifact' : 'artifact';
      return withContent(`${verb} ${event.artifact.artifactId}`, toContent(event.artifact.parts));
    }
    case 'message':
      return withContent(nameAuthor(event.message), toContent(event.message.parts));
    case 'metadata':
      return withContent('metadata', JSON.stringify(event.metadata));
    case 'memo':
      return withContent(`remembered ${event.key}`, JSON.stringify(event.value) ?? '');
  }
}

/** Names the sender of a message: the person who answered, if one did. */
function nameAuthor(message: Message): string {
  const { id, isAutomatic } = readAnswerer(message) ?? {};
  return isAutomatic === true ? 'nobody in time' : (id ?? 'caller');
}

/** Says in words how the assignment of a question has changed; `''` if it has not. */
function toChange(message: Message | undefined): string {
  const change = readQuestion(message)?.assignment?.change;
  if (change === undefined) return '';
  const { kind, by, to } = change;
  const who = by === undefined ? '' : ` by ${by}`;
  return ` (${kind}${who}${to === undefined ? '' : ` to ${to.join(', ')}`})`;
}

function withContent(what: string, content: string): string {
  return content === '' ? what : `${what}: ${content}`;
}

/** Writes the parts of a message or an artifact: text as it is, data as JSON, files by their names. */
function toContent(parts: readonly Part[] = []): string {
  return parts.map(showPart).join(' | ');
}

function showPart({ content, filename }: Part): string {
  switch (content?.$case) {
    case 'text':
      return content.value;
    case 'data':
      return JSON.stringify(content.value);
    case 'url':
      return filename === '' ? content.value : filename;
    case 'raw':
      return filename === '' ? `${content.value.byteLength} bytes` : filename;
    case undefined:
      return '';
  }
}

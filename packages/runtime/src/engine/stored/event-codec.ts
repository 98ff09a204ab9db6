import type { Message, Part } from '@a2a-js/sdk';
import type { Memo, NewTaskEvent } from '../task-event.ts';
import { fillArtifactEvent, packArtifactEvent } from './packing.ts';

/** An event of a task, and the text that its row in the database holds. */
export interface EncodedEvent {
  readonly event: NewTaskEvent;
  readonly text: string;
}

interface WithParts {
  readonly parts: Part[];
}

/**
 * Encodes an event as the text of its row.
 *
 * @throws TypeError when the event holds a value that JSON has no form for
 */
export function encodeEvent(event: NewTaskEvent): EncodedEvent {
  return { event, text: JSON.stringify(packEvent(event)) };
}

/** The text with which those of memos that are kept late begin, and those of no other events. */
export const MEMO_START = '{"kind":"memo"';

/**
 * Encodes a memo that is kept late: see {@link MEMO_START}. Its row holds the text even if it is
 * long, so that engines tell such memos from questions without the blob store.
 *
 * @throws TypeError when the memo holds a value that JSON has no form for
 */
export function encodeLateMemo({ position, key, value }: Memo): EncodedEvent {
  return encodeEvent({ kind: 'memo', position, key, value });
}

/** Decodes the text that {@link encodeEvent} made. */
export function decodeEvent(text: string): NewTaskEvent {
  const event = JSON.parse(text) as NewTaskEvent;
  if (event.kind === 'artifact') {
    return fillArtifactEvent(event);
  }
  decodeParts(findParts(event));
  return event;
}

function packEvent(event: NewTaskEvent): unknown {
  switch (event.kind) {
    case 'status':
      return event.message === undefined
        ? event
        : { ...event, message: encodeParts(event.message) };
    case 'message':
      return { ...event, message: encodeParts(event.message) };
    case 'artifact':
      return packArtifactEvent(event);
    case 'metadata':
    case 'memo':
      return event;
  }
}

function findParts(event: NewTaskEvent): WithParts | undefined {
  switch (event.kind) {
    case 'status':
    case 'message':
      return event.message satisfies Message | undefined;
    case 'artifact':
    case 'metadata':
    case 'memo':
      return undefined;
  }
}

/**
 * Converts the parts of a message or artifact for JSON: bytes become base64, and other content
 * stays unchanged, even null.
 */
function encodeParts(value: WithParts): unknown {
  return value.parts.some(({ content }) => content?.$case === 'raw')
    ? { ...value, parts: value.parts.map(encodeBytes) }
    : value;
}

function encodeBytes(part: Part): unknown {
  const { content } = part;
  return content?.$case === 'raw'
    ? { ...part, content: { ...content, value: content.value.toString('base64') } }
    : part;
}

/**
 * Restores the parts of a parsed message or artifact that {@link encodeParts} made ready for JSON.
 */
function decodeParts(value: WithParts | undefined): void {
  for (const { content } of value?.parts ?? []) {
    if (content?.$case === 'raw') {
      content.value = Buffer.from(String(content.value), 'base64');
    }
  }
}

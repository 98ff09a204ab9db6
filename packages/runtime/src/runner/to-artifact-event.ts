import type { Part } from '@a2a-js/sdk';
import type { AnySkill, ArtifactUpdate } from '@formwork/core';
import type { NewTaskEvent } from '../engine/task-event.ts';
import { TaskCallError } from '../errors.ts';
import { createTextPart } from '../protocol/agent-message.ts';
import { createTaggedPart } from '../protocol/create-tagged-part.ts';
import { checkOutput, getOutputSchema } from './check-output.ts';
import { toFileParts } from './to-file-parts.ts';
import { RESULT_ARTIFACT_ID } from './to-result-events.ts';
import { toShownFault, toWholeJson } from './to-wire-json.ts';

/**
 * What a handler sends before its end as an event. Throws `TaskCallError` for what cannot be sent,
 * `OutputInvalidError` for data that does not fit the schema it names.
 */
export function toArtifactEvent(
  update: ArtifactUpdate,
  skill: AnySkill | undefined,
): NewTaskEvent | Promise<NewTaskEvent> {
  checkUpdate(update);
  const { id, name = '', description = '', append = false, last = !append } = update;
  checkTexts({ id, name, description, ...(update.text !== undefined && { text: update.text }) });
  if (id === '' || id === RESULT_ARTIFACT_ID) {
    throw new TaskCallError(
      `Cannot send the artifact as its id must be a name of its own ("${RESULT_ARTIFACT_ID}" is what the handler returns): current value is "${id}"`,
    );
  }
  const toEvent = (parts: Part[]): NewTaskEvent => ({
    kind: 'artifact',
    artifact: { artifactId: id, name, description, parts, metadata: undefined, extensions: [] },
    append,
    lastChunk: last,
  });
  const parts = toParts(update, skill);
  return parts instanceof Promise ? parts.then(toEvent) : toEvent(parts);
}

/** Programs without types send anything. */
function checkUpdate(update: unknown): void {
  if (typeof update === 'object' && update !== null) return;
  throw new TaskCallError(
    `Cannot send the artifact as it must be an object with an id and with text, data or files: current value is ${update === null ? 'null' : typeof update}`,
  );
}

function checkTexts(texts: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(texts)) {
    if (typeof value !== 'string') {
      throw new TaskCallError(
        `Cannot send the artifact as its ${field} must be a string: current value is ${typeof value}`,
      );
    }
  }
}

/** A promise only when a schema has to be asked. */
function toParts(
  { text, data, schema, files: given }: ArtifactUpdate,
  skill: AnySkill | undefined,
): Part[] | Promise<Part[]> {
  const texts = text === undefined ? [] : [createTextPart(text)];
  const files = toFileParts(given);
  if (schema !== undefined) {
    return toCheckedPart({ data, schema, skill }).then((part) => [...texts, part, ...files]);
  }
  const parts = [...texts, ...(data === undefined ? [] : [createDataPart(data)]), ...files];
  if (parts.length > 0) return parts;
  throw new TaskCallError(
    'Cannot send the artifact as it must have text, data or files: current value has none of them',
  );
}

async function toCheckedPart({ data, schema, skill }: CheckedData): Promise<Part> {
  if (data === undefined) {
    throw new TaskCallError(
      'Cannot send the artifact as it must have data where it names a schema: current value is undefined',
    );
  }
  return createTaggedPart(schema, await checkOutput(getOutputSchema(skill, schema), data));
}

interface CheckedData {
  readonly data: unknown;
  readonly schema: string;
  readonly skill: AnySkill | undefined;
}

function createDataPart(data: unknown): Part {
  const wire = toWholeJson(data);
  if (wire.kind === 'not-json') {
    throw new TaskCallError(
      `Cannot send the artifact as its data must be JSON: current value is ${toShownFault(data, wire)}`,
      { cause: wire.cause },
    );
  }
  return {
    content: { $case: 'data', value: wire.value },
    metadata: undefined,
    filename: '',
    mediaType: 'application/json',
  };
}

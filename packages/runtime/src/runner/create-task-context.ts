import type { Artifact } from '@a2a-js/sdk';
import type { AnySkill, ArtifactUpdate, TaskContext, TaskLogger } from '@formwork/core';
import type { Lease } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { createAgentMessage, createTextPart } from '../protocol/agent-message.ts';
import { createTaggedPart } from '../protocol/create-tagged-part.ts';
import { fromScope } from '../protocol/scope.ts';
import { checkOutput, getOutputSchema } from './check-output.ts';
import type { LazyAbort } from './lazy-abort.ts';
import { toWireJson } from './to-wire-json.ts';
import type { TaskWriter } from './task-writer.ts';

/** What {@link createTaskContext} needs of the run. */
export interface TaskContextOptions {
  readonly snapshot: TaskSnapshot;
  readonly lease: Lease;
  /** Absent when the agent's own text handler runs. */
  readonly skill: AnySkill | undefined;
  readonly writer: TaskWriter;
  readonly abort: LazyAbort;
  readonly log: TaskLogger;
}

/** What a handler gets as `task`. */
export function createTaskContext(options: TaskContextOptions): TaskContext {
  const { snapshot, lease, skill, writer, abort, log } = options;
  const [message] = snapshot.history;
  if (message === undefined) throw new TypeError(`Task ${snapshot.id} has no first message`);
  const user = fromScope(snapshot.scope);
  return {
    id: snapshot.id,
    contextId: snapshot.contextId,
    attempt: lease.attempt,
    message,
    artifacts: snapshot.artifacts,
    user,
    get signal() {
      return abort.signal;
    },
    log,
    async progress(text, fraction) {
      if (abort.aborted) abort.signal.throwIfAborted();
      await writer.write([toProgressEvent(text, fraction, snapshot)]);
    },
    async artifact(update) {
      if (abort.aborted) abort.signal.throwIfAborted();
      await writer.write([await toArtifactEvent(update, skill)]);
    },
  };
}

function toProgressEvent(
  text: string,
  fraction: number | undefined,
  { id, contextId }: TaskSnapshot,
): NewTaskEvent {
  if (fraction !== undefined && !(fraction >= 0 && fraction <= 1)) {
    throw new RangeError(
      `Cannot report progress as the fraction must be between 0 and 1: current value is ${fraction}`,
    );
  }
  const metadata = fraction === undefined ? {} : { metadata: { progress: fraction } };
  return {
    kind: 'status',
    state: 'working',
    message: createAgentMessage(text, { contextId, taskId: id, ...metadata }),
  };
}

async function toArtifactEvent(
  update: ArtifactUpdate,
  skill: AnySkill | undefined,
): Promise<NewTaskEvent> {
  const { id, name = '', description = '', append = false, last = !append } = update;
  const artifact: Artifact = {
    artifactId: id,
    name,
    description,
    parts: await toParts(update, skill),
    metadata: undefined,
    extensions: [],
  };
  return { kind: 'artifact', artifact, append, lastChunk: last };
}

async function toParts(
  { text, data, schema }: ArtifactUpdate,
  skill: AnySkill | undefined,
): Promise<Artifact['parts']> {
  const parts = text === undefined ? [] : [createTextPart(text)];
  if (schema !== undefined) {
    return [
      ...parts,
      createTaggedPart(schema, await checkOutput(getOutputSchema(skill, schema), data)),
    ];
  }
  if (data === undefined) return parts;
  const wire = toWireJson(data);
  if (wire.kind === 'not-json') {
    throw new TypeError(
      `Cannot send the artifact as its data must be JSON: current value is ${typeof data}`,
      { cause: wire.cause },
    );
  }
  return [
    ...parts,
    {
      content: { $case: 'data', value: wire.value },
      metadata: undefined,
      filename: '',
      mediaType: 'application/json',
    },
  ];
}

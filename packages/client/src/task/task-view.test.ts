import { Role, TaskState, type Artifact, type StreamResponse, type Task } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { TaskView } from './task-view.ts';

function createArtifact(text: string, artifactId = 'a'): Artifact {
  const part = {
    content: { $case: 'text' as const, value: text },
    metadata: undefined,
    filename: '',
    mediaType: '',
  };
  return {
    artifactId,
    name: '',
    description: '',
    parts: [part],
    metadata: undefined,
    extensions: [],
  };
}

function createTask(artifacts: Artifact[], state = TaskState.TASK_STATE_WORKING): Task {
  const status = { state, message: undefined, timestamp: undefined };
  return { id: 't', contextId: 'c', status, artifacts, history: [], metadata: undefined };
}

function createUpdate(artifact: Artifact, append: boolean): StreamResponse {
  const value = {
    taskId: 't',
    contextId: 'c',
    artifact,
    append,
    lastChunk: false,
    metadata: undefined,
  };
  return { payload: { $case: 'artifactUpdate', value } };
}

test('a snapshot after a break tells only what was missed', () => {
  const view = new TaskView();
  view.applyTask(createTask([]));
  view.apply(createUpdate(createArtifact('1 '), false));
  view.apply(createUpdate(createArtifact('2 '), true));
  // Some agents join the pieces of a text to one part, which changes nothing of the artifact.
  expect(view.applyTask(createTask([createArtifact('1 2 ')]))).toEqual([]);
  const changes = view.applyTask(createTask([createArtifact('1 2 3 '), createArtifact('x', 'b')]));
  expect(changes).toMatchObject([
    { kind: 'artifact', append: false, piece: { artifactId: 'a' } },
    { kind: 'artifact', append: false, piece: { artifactId: 'b' } },
  ]);
  expect(view.artifacts()).toHaveLength(2);
});

test('what was handed over does not change when further pieces come', () => {
  const view = new TaskView();
  const [first] = view.apply(createUpdate(createArtifact('1 '), false));
  const snapshot = createTask([createArtifact('1 '), createArtifact('x', 'b')]);
  const [missed] = view.applyTask(snapshot);
  const read = view.artifacts();
  view.apply(createUpdate(createArtifact('2 '), true));
  view.apply(createUpdate(createArtifact('y', 'b'), true));
  expect(first).toMatchObject({ piece: createArtifact('1 ') });
  expect(missed).toMatchObject({ piece: createArtifact('x', 'b') });
  expect(snapshot.artifacts).toEqual([createArtifact('1 '), createArtifact('x', 'b')]);
  expect(read).toEqual(snapshot.artifacts);
  expect(view.artifacts().map(({ parts }) => parts.length)).toEqual([2, 2]);
});

test('pieces of an artifact whose beginning is not known replace it', () => {
  const view = new TaskView('t');
  expect(view.apply(createUpdate(createArtifact('2'), true))).toMatchObject([{ append: false }]);
});

test('a status that is the same as before is no news', () => {
  const view = new TaskView();
  expect(view.applyTask(createTask([]))).toEqual([{ kind: 'status' }]);
  expect(view.applyTask(createTask([]))).toEqual([]);
  expect(view.applyTask(createTask([], TaskState.TASK_STATE_COMPLETED))).toEqual([
    { kind: 'status' },
  ]);
  expect([view.taskId(), view.contextId(), view.state()]).toEqual([
    't',
    'c',
    TaskState.TASK_STATE_COMPLETED,
  ]);
});

test('messages without ids are told apart by what they say', () => {
  const view = new TaskView();
  const say = (text: string): StreamResponse => {
    const { parts } = createArtifact(text);
    const message = {
      messageId: '',
      contextId: 'c',
      taskId: 't',
      role: Role.ROLE_AGENT,
      parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    };
    const status = { state: TaskState.TASK_STATE_WORKING, message, timestamp: undefined };
    const value = { taskId: 't', contextId: 'c', status, metadata: undefined };
    return { payload: { $case: 'statusUpdate', value } };
  };
  const changes = ['Reading', 'Reading', 'Writing'].map((text) => view.apply(say(text)).length);
  expect(changes).toEqual([1, 0, 1]);
});

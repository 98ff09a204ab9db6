import { readArtifactFiles, readData, readText } from '../parts/read-parts.ts';
import type { ArtifactEvent, ProgressEvent } from './call-event.ts';
import { toRestingState } from './task-state.ts';
import type { TaskChange, TaskView } from './task-view.ts';

/** A change as callers see it; `undefined` for one that the outcome tells. */
export function toEvent(
  change: TaskChange,
  view: TaskView,
): ArtifactEvent | ProgressEvent | undefined {
  const taskId = view.taskId() ?? '';
  switch (change.kind) {
    case 'status': {
      if (toRestingState(view.state()) !== undefined) return undefined;
      const message = view.message();
      const fraction: unknown = message?.metadata?.['progress'];
      return {
        kind: 'progress',
        taskId,
        text: readText(message?.parts ?? []),
        fraction: typeof fraction === 'number' ? fraction : undefined,
      };
    }
    case 'artifact': {
      const { piece, append, last } = change;
      return {
        kind: 'artifact',
        taskId,
        artifactId: piece.artifactId,
        name: piece.name,
        text: readText(piece.parts),
        data: readData(piece.parts).map(({ data }) => data),
        files: readArtifactFiles(piece),
        append,
        last,
        artifact: piece,
      };
    }
  }
}

/** What is told of a task of which nothing is known but that it is there. */
export function toBegun(taskId: string): ProgressEvent {
  return { kind: 'progress', taskId, text: '', fraction: undefined };
}

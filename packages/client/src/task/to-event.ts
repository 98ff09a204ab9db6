import { readArtifactFiles, readData, readText } from '../parts/read-parts.ts';
import type { ArtifactEvent, ProgressEvent, WorkingEvent } from './call-event.ts';
import { toRestingState } from './task-state.ts';
import type { TaskChange, TaskView } from './task-view.ts';

/** A change as callers see it; `undefined` for one that the outcome tells. */
export function toEvent(
  change: TaskChange,
  view: TaskView,
): ArtifactEvent | ProgressEvent | WorkingEvent | undefined {
  const taskId = view.taskId() ?? '';
  switch (change.kind) {
    case 'status': {
      if (toRestingState(view.state()) !== undefined) return undefined;
      const message = view.message();
      const said: unknown = message?.metadata?.['progress'];
      const fraction = typeof said === 'number' ? said : undefined;
      const text = readText(message?.parts ?? []);
      if (text === '' && fraction === undefined) return { kind: 'working', taskId };
      return { kind: 'progress', taskId, text, fraction };
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

import type { NewTaskEvent } from '../engine/task-event.ts';

/** In characters, of all its texts; what a run may have taken and not stored is a few dozen times that. */
const MAX_LENGTH = 4_096;

/**
 * Whether the event is a few words that more will follow: whoever streams it need not wait until it
 * is stored. Should that fail, the handler runs again from the top and says it all again.
 */
export function isSmallPiece(event: NewTaskEvent): boolean {
  if (event.kind !== 'artifact' || !event.append || event.lastChunk) return false;
  const { artifactId, name, description, parts } = event.artifact;
  const [part, ...others] = parts;
  const content = part?.content;
  if (others.length > 0 || content?.$case !== 'text') return false;
  return artifactId.length + name.length + description.length + content.value.length <= MAX_LENGTH;
}

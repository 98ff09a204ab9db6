import type { Artifact, Part } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { OBJECT_SCHEMAS_EXTENSION_URI, toOutputForm } from '@formwork/core';
import { createTextPart } from './agent-message.ts';

/** What is known of whoever reads a task. */
export interface Reader {
  /** The version of A2A that it speaks. Default `1.0`. */
  readonly version?: string;
  /** True if it understands data parts, as it says by activating the extension. Default true. */
  readonly readsData?: boolean;
}

/** Who reads the answer of a call. */
export function toReader({ requestedVersion, activatedExtensions }: ServerCallContext): Reader {
  const readsData = activatedExtensions?.includes(OBJECT_SCHEMAS_EXTENSION_URI) === true;
  return { version: requestedVersion, readsData };
}

/**
 * Makes artifacts ready for a reader. Data goes with the same as text for readers who may know
 * nothing of data parts: those who neither activate the extension nor said what they accept when
 * they began the task, and those who then asked for text.
 */
export function toArtifactView(
  acceptedOutputModes: readonly string[],
  { readsData = true }: Reader,
): (artifact: Artifact) => Artifact {
  const needsText =
    toOutputForm(acceptedOutputModes) === 'text' ||
    (acceptedOutputModes.length === 0 && !readsData);
  return needsText ? withTexts : (artifact) => artifact;
}

/** Who made an artifact with text of its own has said what people are to read. */
function withTexts(artifact: Artifact): Artifact {
  const { parts } = artifact;
  const hasData = parts.some(({ content }) => content?.$case === 'data');
  const hasText = parts.some(({ content }) => content?.$case === 'text');
  return hasData && !hasText ? { ...artifact, parts: parts.flatMap(toPartAndText) } : artifact;
}

function toPartAndText(part: Part): readonly Part[] {
  return part.content?.$case === 'data'
    ? [part, createTextPart(toText(part.content.value))]
    : [part];
}

/** As many characters of JSON as still leave room for the data in an event of 4 MiB. */
const MAX_TEXT = 262_144;

function toText(data: unknown): string {
  const text = JSON.stringify(data, null, 2);
  return text.length <= MAX_TEXT
    ? text
    : `The data has ${text.length} characters as JSON. To get it as text, send the message with acceptedOutputModes ["text/plain"].`;
}

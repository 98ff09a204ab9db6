import type { ListedTool } from '../catalog/bridge-tool.ts';
import { toAnnotations } from '../catalog/shared-tools.ts';

/** All that a model reads of what is withheld. */
export const WITHHELD_TEXT = 'Withheld until the operator accepts it.';

/** Answers a call of a withheld tool. */
export function toWithheldMessage(name: string): string {
  return `The tool ${JSON.stringify(name)} is withheld until the operator accepts it: it is not what was accepted before. Nothing was sent.`;
}

/** Creates the entry in the place of a tool that has changed. The name is the accepted one. */
export function toWithheldTool(name: string): ListedTool {
  return {
    name,
    title: name,
    description: WITHHELD_TEXT,
    inputSchema: { type: 'object', properties: {} },
    annotations: toAnnotations(),
    _meta: {},
  };
}

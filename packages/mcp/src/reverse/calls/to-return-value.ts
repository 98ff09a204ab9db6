import { isRecord } from '@formwork/schema/internal';
import { PublicError } from '@formwork/core';
import type { ToolCall } from '../catalog/to-skill.ts';
import type { ToolResult } from './call-outcome.ts';
import { sendContent } from './send-content.ts';

const MAX_REASON = 20_000;

/** What a handler returns for the result of a tool. What else the result holds is sent before. */
export async function toReturnValue(
  { content, structuredContent, isError }: ToolResult,
  { output, tool, task }: ToolCall,
): Promise<unknown> {
  if (isError === true) throw new PublicError(toReason(content));
  if (output === undefined) {
    // Data that no schema describes goes along as it is.
    if (structuredContent !== undefined) {
      await task.artifact({ id: 'data', data: structuredContent });
    }
    return sendContent(content, { task, data: structuredContent });
  }
  if (structuredContent === undefined) {
    throw new PublicError(`The tool ${tool.name} promises a structured result and gave none.`);
  }
  await sendContent(content, { task, data: structuredContent });
  return output.isWrapped && !isWrappedAlready(structuredContent)
    ? { result: structuredContent }
    : structuredContent;
}

/** Over the older revisions a server has wrapped it itself. */
function isWrappedAlready(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && 'result' in value;
}

/** The text of an error is its reason. */
function toReason(content: unknown): string {
  const texts = (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []));
  const reason = texts.join('\n').trim();
  return reason === '' ? 'The tool failed and does not say why.' : reason.slice(0, MAX_REASON);
}

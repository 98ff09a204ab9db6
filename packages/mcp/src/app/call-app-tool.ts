import { createValidator, toModelText, type Validator } from '@formwork/schema';
import { hash } from 'node:crypto';
import type { ToolAnswer } from '../calls/bridge-services.ts';
import type { CallContext } from '../calls/call-context.ts';
import { callTaskTool, type TaskToolOptions } from '../calls/call-task-tool.ts';
import { callTool } from '../calls/call-tool.ts';
import { toError } from '../calls/to-result.ts';
import { APP_TOOL_NAME, TASK_TOOL_NAME, TOOL_META_KEY } from '../catalog/shared-tools.ts';
import { toDigest } from '../handles/task-handle.ts';
import { APP_TOOL } from './app-tool.ts';

/**
 * The longest time that a page waits before it learns that its task is still working, in
 * milliseconds.
 */
const APP_BUDGET_MS = 2000;

let validator: Validator | undefined;

/** Options of {@link callAppTool}. */
export type AppToolOptions = Pick<TaskToolOptions, 'services' | 'context'>;

/** Calls a tool, or continues a task, for a page that a person is using. */
export async function callAppTool(
  args: Readonly<Record<string, unknown>>,
  { services, context: callContext }: AppToolOptions,
): Promise<ToolAnswer> {
  validator ??= createValidator(APP_TOOL.inputSchema);
  const problems = validator.check(args);
  if (problems.length > 0) {
    const text = toModelText(problems, { schema: APP_TOOL_NAME });
    return toError(text, { code: 'input_invalid' });
  }
  const progress = new LastProgress();
  const context: CallContext = {
    ...callContext,
    // The page draws questions itself, even if the host could ask them.
    can: { forms: false, urls: false, tasks: false, apps: true, sampling: false },
    wantsProgress: true,
    reportProgress(text, fraction) {
      progress.report(text, fraction);
      callContext.reportProgress(text, fraction);
    },
  };
  // The schema has just been checked.
  const {
    tool,
    arguments: input = {},
    message_id: sentId,
    ...taskArguments
  } = args as {
    readonly tool?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
    readonly message_id?: string;
  };
  if (tool === undefined) {
    const digest = toDigest([APP_TOOL_NAME, args]);
    return progress.addTo(await callTaskTool(taskArguments, { services, context, digest }));
  }
  if (tool === TASK_TOOL_NAME || tool === APP_TOOL_NAME) {
    return toError(`${tool} is no tool of a skill.`, { code: 'input_invalid' });
  }
  const messageId =
    sentId === undefined ? {} : { messageId: toMessageId(sentId, context.principal) };
  const base = { name: tool, args: input, state: undefined, context } as const;
  const call = { ...base, ...messageId, results: 'envelope' } as const;
  const budgetMs = Math.min(services.budgetMs, APP_BUDGET_MS);
  return progress.addTo(await callTool(call, { ...services, budgetMs }));
}

/**
 * Makes the id of a message to an agent. The principal is part of it, because an agent may see one
 * caller behind all hosts.
 */
function toMessageId(id: string, principal: string): string {
  return hash('sha256', JSON.stringify([principal, id]), 'hex');
}

/** The last progress that the task of a call has reported. */
class LastProgress {
  #progress: { readonly text: string; readonly fraction?: number } | undefined;

  report(text: string, fraction: number | undefined): void {
    this.#progress = { text, ...(fraction !== undefined && { fraction }) };
  }

  /** Adds it to the answer for a page, because hosts do not pass notifications on to pages. */
  addTo(answer: ToolAnswer): ToolAnswer {
    const progress = this.#progress;
    if (progress === undefined || !('structuredContent' in answer)) return answer;
    const { _meta: meta = {} } = answer;
    const toolMeta: unknown = meta[TOOL_META_KEY];
    const facts = typeof toolMeta === 'object' ? toolMeta : {};
    return { ...answer, _meta: { ...meta, [TOOL_META_KEY]: { ...facts, progress } } };
  }
}

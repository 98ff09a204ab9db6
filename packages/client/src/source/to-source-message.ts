import type { Message, Part } from '@a2a-js/sdk';
import { SkillError } from '../errors/skill-error.ts';
import type { RemoteAgent } from '../remote-agent.ts';
import { toFileParts } from '../parts/outgoing-file.ts';
import { toChecked } from '../remote-skill.ts';
import { checkTask } from '../task/check-task.ts';
import { DONE, toAnswer } from '../task/conversation.ts';
import { createMessage, toContentParts, type MessageFields } from '../task/create-message.ts';
import { readQuestion } from '../task/question.ts';
import { toRestingState } from '../task/task-state.ts';
import type { TaskView } from '../task/task-view.ts';
import { watchTask } from '../task/watch-task.ts';
import { getTask, type RequestContext } from '../transport/agent-link.ts';
import type { SourceMessage } from './agent-source.ts';
import { fromBase64 } from './base64.ts';
import type { SourceFile } from './task-event.ts';

/** What a message is made with. */
export interface SourceMessageOptions {
  readonly agent: RemoteAgent;
  readonly context: RequestContext;
  /** Of the task that the message is about; up to date when this returns. */
  readonly view: TaskView;
}

/**
 * The message of A2A; `undefined` if the task does not wait for it any more.
 *
 * @throws InvalidInputError, SkillError for what cannot be sent; RequestError.
 */
export async function toSourceMessage(
  message: SourceMessage,
  { agent, context, view }: SourceMessageOptions,
): Promise<Message | undefined> {
  const { messageId, contextId } = message;
  const fields: MessageFields = { messageId, contextId };
  switch (message.kind) {
    case 'input':
      return toInput(message, agent);
    case 'text': {
      const { text, skillId, files = [] } = message;
      const metadata = skillId === undefined ? undefined : { skillId };
      const said = text === '' && files.length > 0 ? [] : toContentParts(text);
      return createMessage([...said, ...(await toSent(files))], { ...fields, metadata });
    }
    case 'answer': {
      const { taskId, answer } = message;
      await rest(context, view, taskId);
      if (toRestingState(view.state()) !== 'input-required') return undefined;
      const question = readQuestion(view.message(), context.link.vet);
      if (message.question !== undefined && message.question !== question.number) return undefined;
      return toAnswer(question, { answer, taskId, contextId: view.contextId(), messageId });
    }
    case 'proceed': {
      const { taskId } = message;
      await rest(context, view, taskId);
      if (toRestingState(view.state()) !== 'auth-required') return undefined;
      return createMessage(toContentParts(DONE), {
        messageId,
        taskId,
        contextId: view.contextId(),
      });
    }
  }
}

async function toInput(
  message: SourceMessage & { readonly kind: 'input' },
  agent: RemoteAgent,
): Promise<Message> {
  const { messageId, contextId, skillId, schema, data, files = [] } = message;
  const inputs = agent.skill(skillId).inputs();
  if (!inputs.some(({ name }) => name === schema) && !(inputs.length === 0 && schema === '')) {
    const names = inputs.map(({ name }) => JSON.stringify(name)).join(' or ');
    throw new SkillError(
      `Cannot call skill ${JSON.stringify(skillId)} as the schema of its input must be ${names || '""'}: current value is ${JSON.stringify(schema)}`,
    );
  }
  const input = inputs.length > 1 ? { schema, data } : data;
  const checked = toChecked({ id: skillId, inputs, input }, {});
  const metadata = { skillId };
  const parts = [...toContentParts(checked.content, checked.schema), ...(await toSent(files))];
  return createMessage(parts, {
    messageId,
    contextId,
    metadata,
  });
}

/** Files as parts. @throws SkillError for an address or base64 that is none. */
async function toSent(files: readonly SourceFile[]): Promise<readonly Part[]> {
  try {
    return await toFileParts(
      files.map((file) => ({
        content: file.kind === 'url' ? new URL(file.url) : fromBase64(file.base64),
        name: file.name,
        mediaType: file.mediaType,
      })),
    );
  } catch (cause) {
    if (cause instanceof SkillError) throw cause;
    const message =
      'Cannot send the files as each must have a URL, or bytes in base64: one has neither';
    throw new SkillError(message, { cause });
  }
}

/** Waits until the task rests; what it does meanwhile was told by whoever watched it. */
async function rest(context: RequestContext, view: TaskView, taskId: string): Promise<void> {
  view.applyTask(checkTask(await getTask(context, taskId), view));
  if (toRestingState(view.state()) !== undefined) return;
  for await (const _ of watchTask(context, { view }));
}

import type { Message, Part } from '@a2a-js/sdk';
import { parseUrl } from '@formwork/schema/json';
import { SkillError } from '../errors.ts';
import type { RemoteAgent } from '../remote-agent.ts';
import { checkInput } from '../remote-skill.ts';
import {
  createMessage,
  toContentParts,
  toFileParts,
  type MessageFields,
} from '../task/outgoing-message.ts';
import { readNumber, readQuestion } from '../task/read-message.ts';
import { createAnswer, createSignedInMessage } from '../task/replies.ts';
import { checkTask, findRestingState, type TaskView } from '../task/task-view.ts';
import { TaskWatch } from '../task/task-watch.ts';
import { getTask, type RequestContext } from '../transport/agent-link.ts';
import type { SourceFile, SourceMessage } from './agent-source.ts';

/**
 * Makes the A2A message for a page's message; `undefined` if it is an answer that the task does not
 * wait for any more.
 *
 * @throws InvalidInputError, SkillError if it cannot be sent; RequestError.
 */
export async function toSourceMessage(
  message: SourceMessage,
  {
    agent,
    context,
    view,
  }: {
    readonly agent: RemoteAgent;
    readonly context: RequestContext;
    /**
     * The view of the task that the message is about; it is brought up to date before the message is
     * made.
     */
    readonly view: TaskView;
  },
): Promise<Message | undefined> {
  const { messageId, contextId } = message;
  const fields: MessageFields = { messageId, contextId };
  switch (message.kind) {
    case 'input':
      return createInputMessage(message, agent);
    case 'text': {
      const { text, skillId, files = [] } = message;
      const metadata = skillId === undefined ? undefined : { skillId };
      const textParts = text === '' && files.length > 0 ? [] : toContentParts(text);
      return createMessage([...textParts, ...(await decodeFiles(files))], { ...fields, metadata });
    }
    case 'answer': {
      const { taskId, answer } = message;
      await waitForRest(context, view, taskId);
      if (findRestingState(view.state()) !== 'input-required') return undefined;
      const { vet } = context.link;
      const question = readQuestion(view.message(), { vet, statusAt: view.statusAt() });
      if (message.question !== undefined && message.question !== question.number) return undefined;
      return createAnswer(question, { answer, taskId, contextId: view.contextId(), messageId });
    }
    case 'proceed': {
      const { taskId } = message;
      await waitForRest(context, view, taskId);
      if (findRestingState(view.state()) !== 'auth-required') return undefined;
      const number = readNumber(view.message());
      if (message.question !== undefined && message.question !== number) return undefined;
      return createSignedInMessage(number, { messageId, taskId, contextId: view.contextId() });
    }
  }
}

async function createInputMessage(
  message: SourceMessage & { readonly kind: 'input' },
  agent: RemoteAgent,
): Promise<Message> {
  const { messageId, contextId, skillId, schema, data, files = [] } = message;
  const inputs = agent.skill(skillId).inputs();
  if (!inputs.some(({ name }) => name === schema) && !(inputs.length === 0 && schema === '')) {
    const names = inputs.map(({ name }) => JSON.stringify(name)).join(' or ');
    throw new SkillError(
      `Cannot call skill ${JSON.stringify(skillId)} because the schema of its input must be ${names || '""'}: current value is ${JSON.stringify(schema)}`,
    );
  }
  const input = inputs.length > 1 ? { schema, data } : data;
  const checked = checkInput({ id: skillId, inputs, input }, {});
  const metadata = { skillId };
  const parts = [...toContentParts(checked.content, checked.schema), ...(await decodeFiles(files))];
  return createMessage(parts, {
    messageId,
    contextId,
    metadata,
  });
}

/**
 * Makes parts of a message from files that are plain data.
 *
 * @throws SkillError for a wrong address or wrong base64.
 */
async function decodeFiles(files: readonly SourceFile[]): Promise<readonly Part[]> {
  try {
    return await toFileParts(
      files.map((file) => ({
        content: file.kind === 'url' ? readUrl(file.url) : fromBase64(file.base64),
        name: file.name,
        mediaType: file.mediaType,
      })),
    );
  } catch (cause) {
    if (cause instanceof SkillError) throw cause;
    const message =
      'Cannot send the files because each must have a URL, or bytes in base64: one has neither';
    throw new SkillError(message, { cause });
  }
}

function readUrl(text: string): URL {
  const url = parseUrl(text);
  if (url === undefined) throw new TypeError('no address');
  return url;
}

/**
 * Waits until the task has ended or waits for its caller; yields no events, because another watcher
 * has shown them.
 */
async function waitForRest(context: RequestContext, view: TaskView, taskId: string): Promise<void> {
  view.applyTask(checkTask(await getTask(context, taskId), view));
  if (findRestingState(view.state()) !== undefined) return;
  const watch = new TaskWatch(context, { view, waitsForOthers: false, outage: {} });
  for await (const _ of watch.changes());
}

/**
 * Decodes base64 to bytes.
 *
 * @throws DOMException for any other text.
 */
function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}

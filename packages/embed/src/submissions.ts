import type { SourceEvent } from '@formwork/client';
import type { TaskSnapshot } from '@formwork/runtime';
import type { Json } from '@formwork/schema';
import { compareTexts, isRecord } from '@formwork/schema/json';
import type { AdapterHost } from '@formwork/server';
import { isDeepStrictEqual } from 'node:util';
import type { FormLink } from './form-link.ts';
import { FormRefusal } from './form-refusal.ts';
import type { FormFile, FormMessage } from './form-request.ts';
import type { PublicAgent } from './public-agent.ts';
import { createReceipt, isRandomKey, readReceipt, type Receipt } from './receipt.ts';

/** The events of a task for the holder of its receipt. */
export type ReceiptEvents = AsyncIterable<SourceEvent>;

/** The skill of a task, and the token of its receipt. */
interface ReceiptTask {
  readonly skill: string;
  readonly token: string;
}

/**
 * The submissions of a server's public forms: tasks of its engine, like all others, that are found
 * by their receipts alone.
 */
export class Submissions {
  readonly #host: AdapterHost;
  readonly #agent: PublicAgent;

  constructor(host: AdapterHost, agent: PublicAgent) {
    this.#host = host;
    this.#agent = agent;
  }

  /**
   * Checks that a form can still be sent by a link.
   *
   * @throws FormRefusal for a used link
   */
  async checkUnused(skill: string, { once }: FormLink): Promise<void> {
    if (once === undefined) return;
    // All submissions by the link share one scope, whatever their keys are.
    const tasks = await this.#listTasks(createReceipt(skill, { key: '', once }));
    if (tasks.length > 0) throw createUsed();
  }

  /**
   * Begins the task of a submission, or finds it if the same was submitted before, and follows it.
   *
   * @throws FormRefusal for a used link, and for a key that came with other data
   */
  async submit(
    {
      skill,
      message,
      link,
    }: {
      readonly skill: string;
      readonly message: Extract<FormMessage, { readonly kind: 'input' }>;
      readonly link: FormLink | undefined;
    },
    signal: AbortSignal,
  ): Promise<ReceiptEvents> {
    if (!isRandomKey(message.key)) {
      throw new FormRefusal(
        'BODY',
        'Cannot read the request because messageId must be random, such as a UUID.',
      );
    }
    const receipt = createReceipt(skill, { key: message.key, once: link?.once });
    const data = withValues(message.data, link);
    const tasks = await this.#listTasks(receipt);
    const earlier = tasks.find((task) => isOf(task, receipt));
    if (earlier === undefined && tasks.length > 0) throw createUsed();
    const source = await this.#agent.open(receipt);
    const { schema, files } = message;
    const admit = (task: TaskSnapshot | undefined): void => {
      checkSubmittedTask(task, { receipt, data, files });
    };
    if (earlier !== undefined) {
      admit(earlier);
      return this.#follow(
        source.watch({ taskId: earlier.id, skillId: skill }, { signal }),
        receipt,
      );
    }
    const input = {
      kind: 'input',
      messageId: receipt.messageId,
      skillId: skill,
      schema,
      data,
      ...(files.length > 0 && { files }),
    } as const;
    return this.#follow(this.#keepOwn(source.send(input, { signal }), receipt, admit), receipt);
  }

  /**
   * Answers the question of a task, and follows it.
   *
   * @throws FormRefusal for a receipt without a task
   */
  async answer(
    {
      skill,
      message,
    }: {
      readonly skill: string;
      readonly message: Extract<FormMessage, { readonly kind: 'answer' }>;
    },
    signal: AbortSignal,
  ): Promise<ReceiptEvents> {
    const { receipt, taskId } = await this.#findTask({ skill, token: message.receipt });
    const { key: messageId, answer, question } = message;
    const source = await this.#agent.open(receipt);
    const reply = { kind: 'answer', messageId, skillId: skill, taskId, answer } as const;
    return this.#follow(
      source.send({ ...reply, ...(question !== undefined && { question }) }, { signal }),
      receipt,
    );
  }

  /**
   * Follows a task from its beginning.
   *
   * @throws FormRefusal for a receipt without a task
   */
  async watch(target: ReceiptTask, signal: AbortSignal): Promise<ReceiptEvents> {
    const { receipt, taskId } = await this.#findTask(target);
    const source = await this.#agent.open(receipt);
    return this.#follow(source.watch({ taskId, skillId: target.skill }, { signal }), receipt);
  }

  /**
   * Asks the agent to cancel a task, and follows it to its end, which may be another one.
   *
   * @throws FormRefusal for a receipt without a task
   */
  async cancel(target: ReceiptTask, signal: AbortSignal): Promise<ReceiptEvents> {
    const { receipt, taskId } = await this.#findTask(target);
    const source = await this.#agent.open(receipt);
    return this.#follow(source.cancel({ taskId, skillId: target.skill }, { signal }), receipt);
  }

  /** Returns the tasks of a visitor, in the order of their creation. */
  async #listTasks({ scope }: Receipt): Promise<readonly TaskSnapshot[]> {
    const tasks: TaskSnapshot[] = [];
    // A page of large tasks ends early.
    for (let pageToken: string | undefined; ;) {
      const query = { pageSize: 100, ...(pageToken !== undefined && { pageToken }) };
      const page = await this.#host.engine.list(scope, query);
      tasks.push(...page.tasks);
      pageToken = page.nextPageToken;
      if (pageToken === undefined) break;
    }
    return tasks.toSorted((a, b) => compareTexts(a.createdAt + a.id, b.createdAt + b.id));
  }

  async #findTask({
    skill,
    token,
  }: ReceiptTask): Promise<{ readonly receipt: Receipt; readonly taskId: string }> {
    const receipt = readReceipt(skill, token);
    const task = receipt && (await this.#listTasks(receipt)).find((each) => isOf(each, receipt));
    if (receipt !== undefined && task !== undefined) return { receipt, taskId: task.id };
    throw new FormRefusal(
      'RECEIPT_UNKNOWN',
      'Nothing belongs to this receipt: it was not copied completely, or what it stood for has been deleted.',
    );
  }

  async *#follow(events: ReceiptEvents, { token }: Receipt): AsyncGenerator<SourceEvent> {
    for await (const event of events) {
      if (event.kind === 'exchange') continue;
      // The receipt stands for the task; ids of this server tell its holder nothing.
      yield { ...event, taskId: event.taskId === '' ? '' : token, contextId: '' };
    }
  }

  /**
   * Follows the task that a submission has begun. The task may be that of another submission which
   * came at the same moment, to this or another process; then `admit` throws, and nothing of it is
   * shown.
   */
  async *#keepOwn(
    events: ReceiptEvents,
    { scope }: Receipt,
    admit: (task: TaskSnapshot | undefined) => void,
  ): AsyncGenerator<SourceEvent> {
    let isAdmitted = false;
    for await (const event of events) {
      if (!isAdmitted && event.kind !== 'exchange' && event.taskId !== '') {
        admit(await this.#host.engine.get(scope, event.taskId));
        isAdmitted = true;
      }
      yield event;
    }
  }
}

/**
 * Checks that a task is that of a submission.
 *
 * @throws FormRefusal for the task of another one
 */
function checkSubmittedTask(
  task: TaskSnapshot | undefined,
  {
    receipt,
    data,
    files,
  }: {
    readonly receipt: Receipt;
    readonly data: Json;
    readonly files: readonly FormFile[];
  },
): void {
  if (task === undefined || !isOf(task, receipt)) throw createUsed();
  const { invocation } = task;
  const isSame =
    invocation.kind === 'structured' &&
    isDeepStrictEqual(invocation.data, toStored(data)) &&
    isDeepStrictEqual(listFiles(task), files);
  if (isSame) return;
  throw new FormRefusal('KEY_REUSED', 'Something else was sent with this key before.');
}

/** True for the task that a submission with this receipt has begun. */
function isOf({ history }: TaskSnapshot, { messageId }: Receipt): boolean {
  return history[0]?.messageId === messageId;
}

/** Returns the data with the values of a signed link, whatever the visitor has sent for them. */
function withValues(data: Json, link: FormLink | undefined): Json {
  if (link === undefined || Object.keys(link.values).length === 0) return data;
  return { ...(isRecord(data) && !Array.isArray(data) ? data : {}), ...link.values };
}

/** Returns data as engines do after storing them as JSON, without negative zeros. */
function toStored(data: Json): unknown {
  return JSON.parse(JSON.stringify(data));
}

/** Lists the files with which a task began. */
function listFiles({ history }: TaskSnapshot): readonly FormFile[] {
  return (history[0]?.parts ?? []).flatMap(({ content, filename, mediaType }): FormFile[] => {
    if (content?.$case !== 'raw') return [];
    const base64 = Buffer.from(content.value).toString('base64');
    return [{ kind: 'bytes', name: filename, mediaType, base64 }];
  });
}

function createUsed(): FormRefusal {
  return new FormRefusal(
    'LINK_USED',
    'This link could be used once, and was. Ask whoever sent it for another one.',
  );
}

import type { SourceMessage, SourceTask } from '@formwork/client';
import { isRecord } from '@formwork/schema/json';
import { createFieldError, PageFields } from '@formwork/server/internal';

/** The maximum length of an id or name in a request, in characters. */
const MAX_NAME = 10_000;

const KINDS = ['input', 'text', 'answer', 'proceed'] as const;

/**
 * Reads the body of a request as an object.
 *
 * @throws Error that says so, in the form of the body parser's errors
 */
export function readBody(body: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(body)) return body;
  throw createFieldError('its body', 'an object', body);
}

/**
 * Reads the message for an agent from a request.
 *
 * @throws Error that names the field, as {@link PageFields} makes it
 */
export function readMessage(value: unknown): SourceMessage {
  const fields = new PageFields(value, { path: 'message', maxName: MAX_NAME });
  const kind = fields.choice('kind', KINDS);
  const contextId = fields.optionalName('contextId');
  const messageId = fields.name('messageId');
  const base = { messageId, ...(contextId !== undefined && { contextId }) };
  switch (kind) {
    case 'input':
      return {
        ...base,
        kind,
        skillId: fields.name('skillId'),
        schema: fields.text('schema'),
        data: fields.json('data'),
        ...readFiles(fields),
      };
    case 'text':
      return {
        ...base,
        ...readSkill(fields),
        kind,
        text: fields.text('text'),
        ...readFiles(fields),
      };
    case 'answer': {
      const answer = fields.json('answer');
      return { ...base, ...readSkill(fields), kind, ...readQuestion(fields), answer };
    }
    case 'proceed':
      return { ...base, ...readSkill(fields), kind, ...readQuestion(fields) };
  }
}

/**
 * Reads the ids of a task from a request.
 *
 * @throws Error that names the field, as {@link PageFields} makes it
 */
export function readTask(value: unknown): SourceTask {
  const fields = new PageFields(value, { path: 'task', maxName: MAX_NAME });
  return { ...readSkill(fields), taskId: fields.name('taskId') };
}

function readSkill(fields: PageFields): { readonly skillId?: string } {
  const skillId = fields.optionalName('skillId');
  return skillId === undefined ? {} : { skillId };
}

function readFiles(fields: PageFields): Pick<SourceMessage & { readonly kind: 'text' }, 'files'> {
  const files = fields.files();
  return files === undefined ? {} : { files };
}

/** Reads the task that a message continues, and the number of its question. */
function readQuestion(fields: PageFields): { readonly taskId: string; readonly question?: number } {
  const question = fields.optionalNumber('question');
  return { taskId: fields.name('taskId'), ...(question !== undefined && { question }) };
}

import type { Agent, TaskLogger } from '@formwork/core';
import { createNamedSchema, isStandardSchema, type SchemaLike } from '@formwork/schema';
import { hideSecrets, isOneOf, listSecretValues, toErrorText } from '@formwork/schema/internal';
import type { Message } from '@a2a-js/sdk';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { listInputSecrets } from '../messages/input-secrets.ts';

/** The log of a run, which hides values that schemas mark `writeOnly`, such as passwords. */
export interface DiscreetLogger extends TaskLogger {
  /**
   * Hides the `writeOnly` values of an answer in later log entries; `schema` is that of the
   * question's form.
   */
  readonly keepSecret: (schema: SchemaLike, value: unknown) => void;
}

/** Options of {@link createDiscreetLogger}. */
interface DiscreetLoggerOptions {
  readonly agent: Agent;
  readonly snapshot: TaskSnapshot;
}

/**
 * Makes the log of a run: every entry names the task, and contains no secret of the task's input or
 * answers. The secrets are collected when the first entry is logged, because most runs log nothing.
 */
export function createDiscreetLogger(
  logger: TaskLogger,
  { agent, snapshot }: DiscreetLoggerOptions,
): DiscreetLogger {
  const { id: taskId, invocation } = snapshot;
  const { skillId } = invocation;
  const own = { taskId, ...(skillId !== undefined && { skillId }) };
  /**
   * The answers whose secrets are not yet among `secrets`; `undefined` before the first answer.
   */
  let answers: { readonly schema: SchemaLike; readonly value: unknown }[] | undefined;
  let secrets: string[] | undefined;

  function findSecrets(): readonly string[] {
    secrets ??= [...listInputSecrets(agent, invocation)];
    for (const { schema, value } of answers ?? []) {
      for (const secret of listFormSecrets(schema, value)) secrets.push(secret);
    }
    // Last, because an answer whose secrets cannot be listed must stop later entries as well.
    answers = undefined;
    return secrets;
  }

  const write =
    (level: keyof TaskLogger): TaskLogger['info'] =>
    (message, fields) => {
      const hidden = findSecrets();
      if (hidden.length === 0) logger[level](message, { ...own, ...fields });
      else logger[level](hideSecrets(message, hidden), { ...own, ...hideAll(fields, hidden) });
    };
  return {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    keepSecret(schema, value) {
      (answers ??= []).push({ schema, value });
    },
  };
}

/**
 * Lists the `writeOnly` values in a message that has no task yet, so that the log can hide them.
 */
export function listMessageSecrets(agent: Agent, { parts }: Message): readonly string[] {
  return parts.flatMap(({ content }) =>
    content?.$case === 'data'
      ? [...agent.inputSchemas.values()].flatMap(({ schema }) =>
          listSecretValues(schema, content.value),
        )
      : [],
  );
}

function listFormSecrets(schema: SchemaLike, value: unknown): readonly string[] {
  if (!isStandardSchema(schema)) return listSecretValues(schema, value);
  // Converting a library's schema takes time, so it is done only if something is logged.
  const { named } = createNamedSchema('answer', schema, { direction: 'input', where: 'answer' });
  return named === undefined ? [] : listSecretValues(named.schema, value);
}

/**
 * The depth to which the fields of a log entry are searched for secrets; deeper values are not
 * logged.
 */
const MAX_DEPTH = 16;

function hideAll<Fields>(fields: Fields, secrets: readonly string[]): Fields {
  function hide(value: unknown, depth: number): unknown {
    if (depth > MAX_DEPTH) return undefined;
    if (typeof value === 'string') return hideSecrets(value, secrets);
    // A number may be a secret, such as a PIN.
    if (typeof value === 'number') return isOneOf(String(value), secrets) ? '[secret]' : value;
    if (value instanceof Error) return hideSecrets(toErrorText(value), secrets);
    if (Array.isArray(value)) return value.map((item) => hide(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        hideSecrets(name, secrets),
        hide(member, depth + 1),
      ]),
    );
  }
  return hide(fields, 0) as Fields;
}

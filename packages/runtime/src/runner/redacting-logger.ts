import type { Message } from '@a2a-js/sdk';
import type { Agent, TaskLogger } from '@formwork/core';
import { createNamedSchema, isStandardSchema, type SchemaLike } from '@formwork/schema';
import {
  hideSecrets,
  isOneOf,
  listSecretValues,
  toPlainFields,
  type Redaction,
} from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { listInputSecrets } from '../messages/input-secrets.ts';

/**
 * The log of a run, which hides values that schemas mark `writeOnly`, such as passwords. Every
 * entry names the task, and contains no secret of the task's input or answers. The secrets are
 * collected when the first entry is logged, because most runs log nothing.
 */
export class RedactingLogger implements TaskLogger {
  readonly #logger: TaskLogger;
  readonly #agent: Agent;
  readonly #invocation: TaskSnapshot['invocation'];
  readonly #fields: { skillId?: string; taskId: string };
  /**
   * The answers whose secrets are not yet among `secrets`; `undefined` before the first answer.
   */
  #answers: { readonly schema: SchemaLike; readonly value: unknown }[] | undefined;
  #secrets: string[] | undefined;
  // Properties, because a handler may take the functions out of its log.
  readonly info: TaskLogger['info'] = this.#write('info');
  readonly warn: TaskLogger['warn'] = this.#write('warn');
  readonly error: TaskLogger['error'] = this.#write('error');

  constructor(
    logger: TaskLogger,
    {
      agent,
      snapshot,
    }: {
      readonly agent: Agent;
      readonly snapshot: TaskSnapshot;
    },
  ) {
    this.#logger = logger;
    this.#agent = agent;
    const { id: taskId, invocation } = snapshot;
    this.#invocation = invocation;
    const { skillId } = invocation;
    this.#fields = { taskId, ...(skillId !== undefined && { skillId }) };
  }

  /**
   * Hides the `writeOnly` values of an answer in later log entries; `schema` is that of the
   * question's form.
   */
  keepSecret(schema: SchemaLike, value: unknown): void {
    (this.#answers ??= []).push({ schema, value });
  }

  #findSecrets(): readonly string[] {
    this.#secrets ??= [...listInputSecrets(this.#agent, this.#invocation)];
    for (const { schema, value } of this.#answers ?? []) {
      for (const secret of listFormSecrets(schema, value)) this.#secrets.push(secret);
    }
    // Last, because an answer whose secrets cannot be listed must stop later entries as well.
    this.#answers = undefined;
    return this.#secrets;
  }

  #write(level: keyof TaskLogger): TaskLogger['info'] {
    return (message, fields) => {
      const hidden = this.#findSecrets();
      if (hidden.length === 0)
        this.#logger[level](message, { ...this.#fields, ...toFields(fields) });
      else {
        const plainFields = toPlainFields(fields, hideIn(hidden));
        this.#logger[level](hideSecrets(message, hidden), { ...this.#fields, ...plainFields });
      }
    };
  }
}

/** Reads the fields of an entry, which a program without types may give as an error or a text. */
function toFields(fields: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(fields) || fields instanceof Error) return toPlainFields(fields);
  try {
    return { ...fields };
  } catch {
    return toPlainFields(fields);
  }
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

/** Makes the redaction of a log entry; a number may be a secret, too, such as a PIN. */
function hideIn(secrets: readonly string[]): Redaction {
  return (value) => {
    if (typeof value === 'string') return hideSecrets(value, secrets);
    return isOneOf(String(value), secrets) ? '[secret]' : value;
  };
}

import type { DefinitionIssue } from '@formwork/schema';
import { describeValue } from '@formwork/schema/json';
import { isTextAnswer } from './text-answer.ts';

/** The fields of a definition that hold handlers, not checked yet. */
export interface HandlerFields {
  readonly run: unknown;
  readonly text: unknown;
  readonly textAnswer: unknown;
  readonly title: unknown;
}

/** Checks that handlers are functions, and that everything the skill takes has one. */
export function checkHandlers(
  { run, text, textAnswer, title }: HandlerFields,
  {
    hasInput,
    where,
  }: {
    /** True if the definition has input schemas, faulty ones included. */
    readonly hasInput: boolean;
    readonly where: string;
  },
): readonly DefinitionIssue[] {
  const messages: string[] = [];
  for (const [field, handler] of Object.entries({ run, text })) {
    if (handler !== undefined && typeof handler !== 'function') {
      messages.push(`${field} must be a function: current value is ${describeValue(handler)}`);
    }
  }
  if (title !== undefined && typeof title !== 'string' && typeof title !== 'function') {
    messages.push(`title must be text or a function: current value is ${describeValue(title)}`);
  }
  messages.push(...checkTextAnswer({ text, textAnswer }));
  if (hasInput && run === undefined) {
    messages.push(
      'run must be a function where there is input: current value is input without run',
    );
  }
  if (!hasInput && run !== undefined) {
    messages.push(
      'input must name at least one schema where there is run: current value is run without input',
    );
  }
  if (!hasInput && run === undefined && text === undefined) {
    messages.push(
      'it must have input and run, or text: current value has neither input, run nor text',
    );
  }
  return messages.map((message) => ({
    severity: 'error',
    code: 'handler',
    where,
    message: `Cannot define the skill because ${message}`,
  }));
}

/** Checks `textAnswer` of a skill or an agent; reports at most one fault. */
export function checkTextAnswer({
  text,
  textAnswer,
}: Pick<HandlerFields, 'text' | 'textAnswer'>): readonly string[] {
  if (textAnswer === undefined) return [];
  if (typeof textAnswer !== 'function' && !isTextAnswer(textAnswer)) {
    return [
      `textAnswer must be "task", "message" or a function that returns one of them: current value is ${describeValue(textAnswer)}`,
    ];
  }
  return text === undefined
    ? [
        'text must be a function where there is textAnswer: current value is textAnswer without text',
      ]
    : [];
}

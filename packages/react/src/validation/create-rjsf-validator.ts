import { ERRORS_NAME, escapeName, unescapeNames } from '../form-schema/escape-names.ts';
import type { Messages } from '../messages/messages.ts';
import type { ErrorSchema, ValidatorType } from '../rjsf.ts';
import type { Unfinished } from '../theme/form-settings.ts';
import type { FormValidator } from './create-form-validator.ts';
import { parsePointer } from '@formwork/schema/internal';

/** Options of {@link createRjsfValidator}. */
interface RjsfValidatorOptions {
  readonly validator: FormValidator;
  readonly messages: Messages;
  /** Returns the things that fields hold and that are no values yet, by JSON pointer to the value. */
  readonly readUnreadable: () => ReadonlyMap<string, Pick<Unfinished, 'problem' | 'isNotice'>>;
  /** Returns the label of a value and the element that shows it, by the value's JSON pointer. */
  readonly describe: (pointer: string) => PlaceDescription;
}

/** The label of a value in a form, and the element that shows it. */
export interface PlaceDescription {
  readonly label: string;
  readonly element: HTMLElement | undefined;
}

/** A message about a problem of a value, with the value's JSON pointer and element. */
interface Message {
  readonly pointer: string;
  readonly text: string;
  readonly element: HTMLElement | undefined;
}

/**
 * Makes the validator that the form library calls. It checks parts of the form schema to choose
 * alternatives, and the whole value by the original schema. Messages come in the order of the
 * fields on the page.
 */
export function createRjsfValidator(options: RjsfValidatorOptions): ValidatorType {
  const { validator, messages, readUnreadable, describe } = options;

  function listMessages(data: unknown): readonly Message[] {
    const unreadable = [...readUnreadable()].flatMap(([pointer, { problem, isNotice }]) => {
      const { label, element } = describe(pointer);
      const isSeen = element?.matches('[hidden] *') === false;
      return isNotice && isSeen ? [] : [{ pointer, text: `${label} ${problem}`, element }];
    });
    const problems = validator.check(unescapeNames(data)).map((problem) => {
      const { label, element } = describe(problem.pointer);
      return { pointer: problem.pointer, text: messages.problem(label, problem), element };
    });
    return [...unreadable, ...problems].toSorted(byPosition);
  }

  return {
    isValid: (schema, data) => validator.isPartValid(schema, data),
    rawValidation: () => ({ errors: [] }),
    validateFormData(data) {
      const found = listMessages(data);
      return {
        errors: found.map(({ text, element, pointer }) => ({
          stack: text,
          message: text,
          property: element?.id ?? '',
          schemaPath: pointer,
        })),
        errorSchema: toErrorTree(found) as ErrorSchema,
      };
    },
  };
}

function byPosition({ element: one }: Message, { element: other }: Message): number {
  if (one === undefined || other === undefined || one === other) return 0;
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 ? -1 : 1;
}

/** Messages as a tree by names of properties, in the format of the form library. */
type ErrorTree = { [name: string]: ErrorTree | string[] };

/** A message for the field of one value. */
interface FieldMessage {
  /** JSON pointer (RFC 6901) to the value that the message is about. */
  readonly pointer: string;
  readonly text: string;
}

/**
 * Sorts messages into a tree by the values that they are about. Names such as
 * `__proto__` are those within the form.
 */
export function toErrorTree(messages: readonly FieldMessage[]): ErrorTree {
  const root: ErrorTree = {};
  for (const { pointer, text } of messages) {
    let node = root;
    for (const name of parsePointer(pointer).map(escapeName)) {
      const inner = node[name];
      const next = inner === undefined || Array.isArray(inner) ? {} : inner;
      node[name] = next;
      node = next;
    }
    const earlier = node[ERRORS_NAME];
    node[ERRORS_NAME] = [...(Array.isArray(earlier) ? earlier : []), text];
  }
  return root;
}

import { isRecord } from '@formwork/schema/json';
import { isFormSchema } from '../schemas/form-schema.ts';
import { checkNumbers } from '../transport/exact-numbers.ts';

/**
 * A form that an agent sends as data of its question: a JSON Schema by itself, or an object that
 * holds one, as agents do that know no extension for forms.
 */
interface SentForm {
  /** The schema of the form, not vetted. */
  readonly schema: unknown;
  /** The values that the agent has filled in, by the names of properties; `{}` if there are none. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The words of the agent beside the form; `''` if there are none. */
  readonly words: string;
  /** The data beside the form, which no form shows. */
  readonly unshown: readonly unknown[];
}

/** The data of a question: at most one form, and everything else. */
export interface SentData {
  readonly form: SentForm | undefined;
  readonly plainData: readonly unknown[];
}

/** The names under which agents send the schema of a form, or an object that holds it. */
const SCHEMAS = /^(?:form|(?:(?:requested|input|form|json|response)_?)?schema)$/iu;

/** The names under which agents send the values of a form. */
const VALUES = /^(?:(?:form_?)?data|values)$/iu;

/** The names under which agents send words beside a form. */
const WORDS = /^(?:instructions|message|prompt)$/u;

/** The names of members that only say that there is a form, or how it might look. */
const SIGNS = /^(?:type|mode|kind|ui_?schema)$/iu;

/**
 * Returns what a text says as JSON if that is a form: models and simple agents write a form where
 * others send data. Any other text is words.
 */
export function parseForm(text: string): unknown {
  if (!text.trimStart().startsWith('{') || !text.includes('"properties"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // A form with a number that JavaScript changes would ask for another one.
    checkNumbers(text);
    return readForm(value) && value;
  } catch {
    return undefined;
  }
}

/** Finds the first form among the data of a question. */
export function readSentData(data: readonly unknown[]): SentData {
  const forms = data.map(readForm);
  const index = forms.findIndex((form) => form !== undefined);
  return {
    form: forms[index],
    plainData: data.flatMap((value, position) =>
      position === index ? (forms[index]?.unshown ?? []) : [value],
    ),
  };
}

function readForm(value: unknown): SentForm | undefined {
  if (!isRecord(value)) return undefined;
  if (isFormSchema(value)) return { schema: value, values: {}, words: '', unshown: [] };
  const members = Object.entries(value);
  for (const [name, member] of members) {
    const form = SCHEMAS.test(name) ? readForm(member) : undefined;
    if (form === undefined) continue;
    const pick = (names: RegExp): readonly unknown[] =>
      members.flatMap(([key, content]) => (names.test(key) ? [content] : []));
    const values = pick(VALUES).find(isRecord);
    const words = pick(WORDS).find((text) => typeof text === 'string');
    const unusedMembers = members.filter(
      ([key, content]) =>
        key !== name && !SIGNS.test(key) && content !== values && content !== words,
    );
    const unshown = unusedMembers.length === 0 ? [] : [Object.fromEntries(unusedMembers)];
    return {
      schema: form.schema,
      values: { ...form.values, ...values },
      words: [words, form.words].filter(Boolean).join('\n'),
      unshown: [...form.unshown, ...unshown],
    };
  }
  return undefined;
}

/** The most characters of data that the text of a question shows. */
const MAX_SHOWN = 4000;

/** Writes data beside a question as text, so that every reader of the question sees it. */
export function showData(values: readonly unknown[]): string {
  return values
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)))
    .join('\n')
    .slice(0, MAX_SHOWN);
}

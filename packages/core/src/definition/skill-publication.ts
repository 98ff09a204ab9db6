import type { DefinitionIssue } from '@formwork/schema';
import { describeValue, quote, isRecord } from '@formwork/schema/json';

/** The texts and the colour of a skill's public form, beside its schema. */
export interface PublicForm {
  /** The heading of the form. Default: the name of the skill. */
  readonly title?: string;
  /** A text above the form, without markup. Default: the description of the skill. */
  readonly intro?: string;
  /** The label of the main button. Default: "Send", in the language of the page. */
  readonly submitLabel?: string;
  /**
   * The accent colour of the form, as `#` and six hexadecimal digits; pages may choose another one.
   * Default: the colour of all forms.
   */
  readonly accent?: string;
}

/** The ways in which a skill is open to people without an account. */
export interface SkillPublication {
  /**
   * True, or texts, for a public form: anybody who has its address may submit the skill, even where
   * callers must sign in. The skill needs `input`, and must neither ask for `scopes` nor hide. A
   * server shows the form only with the adapter of `@formwork/embed`. Default: no form is public.
   */
  readonly form?: boolean | PublicForm;
}

/** The longest text of a public form, in characters. */
const MAX_TEXT = 2_000;

const TEXTS = ['title', 'intro', 'submitLabel'] as const;

const ACCENT = /^#[\da-f]{6}$/iu;

/** Checks `publish` of a skill's definition. */
export function checkPublication(
  {
    publish,
    scopes,
    visibility,
    hasInput,
  }: {
    readonly publish: unknown;
    readonly scopes: unknown;
    readonly visibility: unknown;
    /** True if the definition declares schemas for input. */
    readonly hasInput: boolean;
  },
  where: string,
): readonly DefinitionIssue[] {
  if (publish === undefined) return [];
  const fault = findFault(publish);
  const conflict = fault === undefined && findPublicForm(publish) !== undefined;
  const messages = [
    ...(fault === undefined ? [] : [fault]),
    ...(conflict && scopes !== undefined
      ? [
          'publish.form can be public only where everybody may use the skill, so scopes must be absent: current value of scopes is an entry that people without an account cannot have',
        ]
      : []),
    ...(conflict && visibility === 'permitted'
      ? [
          'publish.form can be public only for a skill that everybody may see, so visibility must be "public": current value of visibility is "permitted"',
        ]
      : []),
    ...(conflict && !hasInput
      ? [
          'publish.form needs a schema to draw, so input must have one: current value of input is undefined',
        ]
      : []),
  ];
  return messages.map((message) => ({
    severity: 'error',
    code: 'publish',
    where,
    message: `Cannot define the skill because ${message}`,
  }));
}

function findFault(publish: unknown): string | undefined {
  const shape = 'publish must be an object such as { form: true }';
  if (!isRecord(publish) || Array.isArray(publish)) {
    return `${shape}: current value is ${describeValue(publish)}`;
  }
  const unknown = Object.keys(publish).find((name) => name !== 'form');
  if (unknown !== undefined) return `${shape}: current value has ${quote(unknown)}`;
  const { form } = publish;
  if (form === undefined || typeof form === 'boolean') return undefined;
  if (!isRecord(form) || Array.isArray(form)) {
    return `publish.form must be true, false or an object of texts: current value is ${describeValue(form)}`;
  }
  for (const [name, value] of Object.entries(form)) {
    if (value === undefined) continue;
    if (name === 'accent') {
      if (typeof value === 'string' && ACCENT.test(value)) continue;
      return `publish.form.accent must be a colour such as "#0b57d0": current value is ${describeValue(value)}`;
    }
    if (!TEXTS.some((text) => text === name)) {
      return `publish.form must have only ${TEXTS.join(', ')} and accent: current value has ${quote(name)}`;
    }
    if (typeof value !== 'string' || value === '' || value.length > MAX_TEXT) {
      return `publish.form.${name} must be text of 1 to ${MAX_TEXT} characters: current value is ${describeValue(value)}`;
    }
  }
  return undefined;
}

/** Returns what a skill's definition says about its public form; `undefined` if there is none. */
function findPublicForm(publish: unknown): PublicForm | undefined {
  if (!isRecord(publish)) return undefined;
  const { form } = publish;
  if (form === true) return {};
  return isRecord(form) && !Array.isArray(form) ? { ...form } : undefined;
}

/** Picks the public form from a skill's definition, unchecked: faulty ones are among its issues. */
export function pickPublication({ publish }: { readonly publish?: unknown }): {
  readonly publicForm?: PublicForm;
} {
  const publicForm = findPublicForm(publish);
  return publicForm === undefined ? {} : { publicForm };
}

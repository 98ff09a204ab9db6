import type { JsonSchema, SchemaIssue } from '@formwork/schema';
import type { FormValidator } from './create-form-validator.ts';
import { loadValidation, readValidation, type CreateFormValidator } from './load-validation.ts';

/** Judges values of one form, once what does so is loaded. Until then there is nothing wrong. */
export interface LateValidator extends FormValidator {
  /** True once values are judged, or once it is known that they cannot be. */
  isReady(): boolean;
  /** Resolves when `isReady` is true. Never rejects. */
  load(): Promise<void>;
}

/** Options of {@link createLateValidator}. */
interface LateValidatorOptions {
  /** The factory of validators, if it is there. Default: the one that the page has loaded. */
  readonly read?: () => CreateFormValidator | undefined;
  /** Default: loads it for the page. */
  readonly load?: () => Promise<void>;
}

/** Tells a form that the agent alone checks what is entered. */
const NOT_LOADED: SchemaIssue = {
  severity: 'error',
  code: 'validation-not-loaded',
  message: 'Cannot judge values as what does so must be loaded: it could not be reached.',
  pointer: '',
};

const UNJUDGED: FormValidator = {
  unchecked: NOT_LOADED,
  hasPatterns: false,
  needsWorker: () => false,
  check: () => [],
  prepare: () => undefined,
  judge: async () => undefined,
  isPartValid: () => false,
};

/** A validator that is there at once, and judges when it can. */
export function createLateValidator(
  source: JsonSchema | boolean,
  form: JsonSchema,
  { read = readValidation, load = loadValidation }: LateValidatorOptions = {},
): LateValidator {
  let own: FormValidator | undefined = read()?.(source, form);
  let loading: Promise<void> | undefined;

  async function start(): Promise<void> {
    try {
      await load();
    } catch {
      // The agent checks what is entered; the next form tries again.
    }
    own = read()?.(source, form) ?? UNJUDGED;
  }

  return {
    get unchecked() {
      return own?.unchecked;
    },
    get hasPatterns() {
      return own?.hasPatterns === true;
    },
    needsWorker: (value) => own?.needsWorker(value) === true,
    isReady: () => own !== undefined,
    async load() {
      if (own === undefined) await (loading ??= start());
    },
    check: (value) => own?.check(value) ?? [],
    prepare: () => own?.prepare(),
    judge: async (value) => own?.judge(value),
    isPartValid: (part, value) => own?.isPartValid(part, value) === true,
  };
}

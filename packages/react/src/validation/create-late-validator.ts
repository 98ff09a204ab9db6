import type { JsonSchema, SchemaIssue } from '@formwork/schema';
import type { FormValidator } from './create-form-validator.ts';
import { loadValidation, readValidation, type CreateFormValidator } from './load-validation.ts';

/** A validator of one form whose code is loaded later. Until then it finds no problems. */
export interface LateValidator extends FormValidator {
  /** True once values are checked, or once it is known that the code cannot be loaded. */
  isReady(): boolean;
  /** Loads the code and resolves when `isReady` is true. Never rejects. */
  load(): Promise<void>;
}

/** Options of {@link createLateValidator}. */
interface LateValidatorOptions {
  /** Returns the function that makes validators, once it is loaded. Default: that of this page. */
  readonly read?: () => CreateFormValidator | undefined;
  /** Loads the code of validators. Default: loads it for this page. */
  readonly load?: () => Promise<void>;
}

/**
 * The reason that a form shows if the validator could not be loaded, so that only the agent checks
 * its data.
 */
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

/** Makes a validator that can be used at once and checks values as soon as its code is loaded. */
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
      // The agent checks the data instead; the next form tries to load the code again.
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

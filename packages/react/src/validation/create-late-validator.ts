import type { JsonSchema, SchemaIssue } from '@formwork/schema';
import type { FormValidator } from './create-form-validator.ts';
import { loadValidation, readValidation, type CreateFormValidator } from './load-validation.ts';

/**
 * A validator of one form that exists before its code is loaded. Until then, it finds no problems.
 */
export interface LateValidator extends FormValidator {
  /** True once the validator checks values, or once its code has failed to load. */
  isReady(): boolean;
  /** Loads the code and resolves when `isReady` is true. Never rejects. */
  load(): Promise<void>;
}

/** Options of {@link createLateValidator}. */
interface LateValidatorOptions {
  /**
   * Returns the function that makes validators if its code is loaded. Default: the one of this
   * page.
   */
  readonly read?: () => CreateFormValidator | undefined;
  /** Loads the code of validators. Default: once for the whole page. */
  readonly load?: () => Promise<void>;
}

/**
 * The reason that a form shows if its validator could not be loaded; then only the agent checks the
 * data.
 */
const NOT_LOADED: SchemaIssue = {
  severity: 'error',
  code: 'validation-not-loaded',
  message: 'Cannot judge values because what does so must be loaded: it could not be reached.',
  pointer: '',
};

const UNJUDGED: FormValidator = {
  unchecked: NOT_LOADED,
  hasPatterns: false,
  needsWorker: () => false,
  check: () => [],
  knowsMissing: () => false,
  prepare: () => undefined,
  judge: async () => undefined,
  isPartValid: () => false,
};

/** Makes a validator that can be used at once, and that checks values when its code is loaded. */
export function createLateValidator(
  source: JsonSchema | boolean,
  form: JsonSchema,
  { read = readValidation, load = loadValidation }: LateValidatorOptions = {},
): LateValidator {
  let validator: FormValidator | undefined = read()?.(source, form);
  let loading: Promise<void> | undefined;

  async function start(): Promise<void> {
    try {
      await load();
    } catch {
      // The agent checks the data instead; the next form tries to load the code again.
    }
    validator = read()?.(source, form) ?? UNJUDGED;
  }

  return {
    get unchecked() {
      return validator?.unchecked;
    },
    get hasPatterns() {
      return validator?.hasPatterns === true;
    },
    needsWorker: (value) => validator?.needsWorker(value) === true,
    isReady: () => validator !== undefined,
    async load() {
      if (validator === undefined) await (loading ??= start());
    },
    check: (value) => validator?.check(value) ?? [],
    knowsMissing: (value) => validator?.knowsMissing(value) === true,
    prepare: () => validator?.prepare(),
    judge: async (value, onExplained) => validator?.judge(value, onExplained),
    isPartValid: (part, value) => validator?.isPartValid(part, value) === true,
  };
}

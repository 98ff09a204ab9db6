import type { JsonSchema, Problem, SchemaIssue } from '@formwork/schema';
import type { FormValidator } from './create-form-validator.ts';
import { loadValidation, readValidation, type CreateFormValidator } from './load-validation.ts';

/**
 * A validator of one form that exists before its code is loaded. Until then, it finds no problems.
 */
export interface LazyValidator extends FormValidator {
  /** True once the validator checks values, or once its code has failed to load. */
  isReady(): boolean;
  /** Loads the code and resolves when `isReady` is true. Never rejects. */
  load(): Promise<void>;
}

/** Options of {@link createLazyValidator}. */
interface LazyValidatorOptions {
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
export function createLazyValidator(
  source: JsonSchema | boolean,
  form: JsonSchema,
  options: LazyValidatorOptions = {},
): LazyValidator {
  return new LoadedValidator({ source, form }, options);
}

class LoadedValidator implements LazyValidator {
  readonly #make: () => FormValidator | undefined;
  readonly #loadCode: () => Promise<unknown>;
  #validator: FormValidator | undefined;
  #loading: Promise<void> | undefined;

  constructor(
    { source, form }: { readonly source: JsonSchema | boolean; readonly form: JsonSchema },
    { read = readValidation, load = loadValidation }: LazyValidatorOptions,
  ) {
    this.#make = () => read()?.(source, form);
    this.#loadCode = load;
    this.#validator = this.#make();
  }

  get unchecked(): SchemaIssue | undefined {
    return this.#validator?.unchecked;
  }

  get hasPatterns(): boolean {
    return this.#validator?.hasPatterns === true;
  }

  needsWorker(value: unknown): boolean {
    return this.#validator?.needsWorker(value) === true;
  }

  isReady(): boolean {
    return this.#validator !== undefined;
  }

  async load(): Promise<void> {
    if (this.#validator === undefined) await (this.#loading ??= this.#start());
  }

  check(value: unknown): readonly Problem[] {
    return this.#validator?.check(value) ?? [];
  }

  knowsMissing(value: unknown): boolean {
    return this.#validator?.knowsMissing(value) === true;
  }

  prepare(): void {
    this.#validator?.prepare();
  }

  async judge(value: unknown, onExplained?: () => void): Promise<readonly string[] | undefined> {
    return this.#validator?.judge(value, onExplained);
  }

  isPartValid(part: unknown, value: unknown): boolean {
    return this.#validator?.isPartValid(part, value) === true;
  }

  async #start(): Promise<void> {
    try {
      await this.#loadCode();
    } catch {
      // The agent checks the data instead; the next form tries to load the code again.
    }
    this.#validator = this.#make() ?? UNJUDGED;
  }
}

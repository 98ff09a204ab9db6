import { _, Name, type CodeKeywordDefinition, type ErrorObject } from 'ajv';
import type { AnyAjv } from './create-ajv.ts';

/**
 * An error of ajv that knows the alternatives it belongs to: the index of the branch in the
 * innermost `oneOf`, `anyOf`, `contains` or `propertyNames` around it first, the outermost last.
 */
export interface TaggedError extends ErrorObject {
  branches?: number[];
}

/** Keywords that report the errors of their alternatives before their own. */
const BRANCHING_KEYWORDS = ['anyOf', 'oneOf', 'contains', 'propertyNames'];

/** Names of the variables in generated code that hold the errors so far and their count. */
const ERRORS = new Name('vErrors');
const ERROR_COUNT = new Name('errors');

/**
 * Makes the validators that `ajv` compiles from now on say which branch each error is from.
 *
 * Their `schemaPath` does not tell: in a branch that is a `$ref`, it is the path of the target, and
 * two branches may have the same target.
 */
export function tagBranches(ajv: AnyAjv): void {
  for (const keyword of BRANCHING_KEYWORDS) {
    const definition = ajv.getKeyword(keyword);
    // Draft 04 has no `contains` and no `propertyNames`.
    if (typeof definition === 'object' && 'code' in definition) tagBranchesOf(definition);
  }
}

function tagBranchesOf(definition: CodeKeywordDefinition): void {
  const { code } = definition;
  definition.code = (context, ruleType) => {
    const applySubschema = context.subschema.bind(context);
    context.subschema = (application, valid) => {
      const { gen } = context;
      const before = gen.const('before', _`${ERROR_COUNT}`);
      const subschema = applySubschema(application, valid);
      const tagger = gen.scopeValue('func', { ref: tagErrors });
      const branch = Number(application.schemaProp ?? 0);
      gen.code(_`${tagger}(${ERRORS}, ${before}, ${branch})`);
      return subschema;
    };
    code(context, ruleType);
  };
}

function tagErrors(errors: readonly TaggedError[] | null, before: number, branch: number): void {
  if (errors === null) return;
  for (let index = before; index < errors.length; index += 1) {
    const error = errors[index];
    if (error === undefined) continue;
    error.branches ??= [];
    error.branches.push(branch);
  }
}

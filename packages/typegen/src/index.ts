// Everything named here is public; nothing else is.
export { TypegenError } from './errors/typegen-error.ts';
export { TypegenLimitError } from './errors/typegen-limit-error.ts';
export { TypegenOutputError } from './errors/typegen-output-error.ts';
export { TypegenSourceError } from './errors/typegen-source-error.ts';
export {
  generateTypes,
  type GeneratedTypes,
  type GenerateTypesOptions,
} from './generate/generate-types.ts';
export type { SourceAgent, SourceSkill, TypeSource } from './generate/type-source.ts';
export { LOCAL_LIMITS, REMOTE_LIMITS, type TypegenLimits } from './limits.ts';
export type { TypeRoot } from './prepare/prepare-types.ts';
export type { SchemaDocument, SchemaPlace } from './prepare/schema-document.ts';
export type { TypegenWarning } from './typegen-warning.ts';

// Everything named here is public; nothing else is.
export { TypegenError } from './errors/typegen-error.ts';
export { TypegenLimitError } from './errors/typegen-limit-error.ts';
export { TypegenOutputError } from './errors/typegen-output-error.ts';
export { TypegenFileError, type TypegenFileReason } from './errors/typegen-file-error.ts';
export { TypegenSourceError, type TypegenSourceReason } from './errors/typegen-source-error.ts';
export { checkTypes, type CheckedTypes } from './files/check-types.ts';
export type { TypesFileOptions, TypesTarget } from './files/types-target.ts';
export { watchTypes, type TypesWatch, type WatchTypesOptions } from './files/watch-types.ts';
export { writeTypes, type WriteTypesOptions, type WrittenTypes } from './files/write-types.ts';
export {
  generateTypes,
  type GeneratedTypes,
  type GenerateTypesOptions,
} from './generate/generate-types.ts';
export type { SourceAgent, SourceSkill, TypeSource } from './generate/type-source.ts';
export { LOCAL_LIMITS, REMOTE_LIMITS, type TypegenLimits } from './limits.ts';
export type { TypeRoot } from './prepare/prepare-types.ts';
export type { SchemaDocument, SchemaPlace } from './prepare/schema-document.ts';
export { fetchAgentCard, type FetchAgentCardOptions } from './sources/fetch-agent-card.ts';
export { fromAgent, type FromAgentOptions } from './sources/from-agent.ts';
export { fromAgentCard, type FromAgentCardOptions } from './sources/from-agent-card.ts';
export { fromDocument, type FromDocumentOptions } from './sources/from-document.ts';
export { fromSchemas, type FromSchemasOptions } from './sources/from-schemas.ts';
export { readAgentModule } from './sources/read-agent-module.ts';
export { readSchemaFolder, type ReadSchemaFolderOptions } from './sources/read-schema-folder.ts';
export { readTypeSource, type ReadTypeSourceOptions } from './sources/read-type-source.ts';
export type { TypegenWarning } from './typegen-warning.ts';

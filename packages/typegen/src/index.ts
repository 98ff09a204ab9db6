// Everything named here is public; nothing else is.
export {
  TypegenError,
  TypegenFileError,
  TypegenLimitError,
  TypegenOutputError,
  TypegenSourceError,
  type TypegenFileReason,
  type TypegenSourceReason,
  type TypegenWarning,
} from './errors.ts';
export { watchTypes, type TypesWatch, type WatchTypesOptions } from './files/watch-types.ts';
export {
  checkTypes,
  writeTypes,
  type CheckedTypes,
  type TypesFileOptions,
  type TypesTarget,
  type WriteTypesOptions,
  type WrittenTypes,
} from './files/write-types.ts';
export {
  generateTypes,
  type GeneratedTypes,
  type GenerateTypesOptions,
} from './generate/generate-types.ts';
export { LOCAL_LIMITS, REMOTE_LIMITS, type TypegenLimits } from './limits.ts';
export { fromAgentCard, type FromAgentCardOptions } from './sources/agent-card.ts';
export { fromAgent, readAgentModule, type FromAgentOptions } from './sources/agent.ts';
export {
  fromDocument,
  fromSchemas,
  type FromDocumentOptions,
  type FromSchemasOptions,
} from './sources/document.ts';
export { fetchAgentCard, type FetchAgentCardOptions } from './sources/fetch-agent-card.ts';
export {
  readSchemaFolder,
  readTypeSource,
  type ReadSchemaFolderOptions,
  type ReadTypeSourceOptions,
} from './sources/read-type-source.ts';
export type {
  SchemaDocument,
  SchemaLocation,
  SourceAgent,
  SourceSkill,
  TypeRoot,
  TypeSource,
} from './type-source.ts';

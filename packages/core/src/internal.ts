// For packages of this workspace only: what is here may change with any version.
export { parseWithLibrary } from './definition/parse-with-library.ts';
export { toSkillOutput } from './definition/skill-output.ts';
export { acceptsMediaType, listFileTypes } from './media-type/accepts-media-type.ts';
export { judgeFiles, readFileLimits, toFileRules } from './media-type/judge-files.ts';
export { parseMediaType } from './media-type/media-type.ts';
export { toOutputForm } from './media-type/output-modes.ts';
export { fromSchemaMode, toSchemaMode } from './media-type/schema-mode.ts';
export { findTaggedPart } from './request/resolve-request.ts';
export { matchUntagged, toMessageText } from './request/match-untagged.ts';

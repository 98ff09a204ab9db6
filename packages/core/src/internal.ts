// For packages of this workspace only: these names may change with any version.
export { type ParsedValue, parseWithLibrary } from './definition/parse-with-library.ts';
export { describeMistaken, isAgent, toVisibleAgent } from './definition/define-agent.ts';
export { decodeBase64, toIconUrl } from './media-type/icon.ts';
export { listMissingScopes } from './definition/skill-access.ts';
export { chooseTextAnswer } from './definition/text-answer.ts';
export { toSkillOutput } from './definition/skill-output.ts';
export { judgeFiles, toFileRules } from './media-type/judge-files.ts';
export { acceptsMediaType, toOutputForm } from './media-type/media-type.ts';
export * from './internal-protocol.ts';
export { findTaggedPart } from './request/resolve-request.ts';
export { matchUntagged, toMessageText } from './request/match-untagged.ts';
export { describeAnswerer } from './read-answerer.ts';
export { PEOPLE_EXTENSION_DESCRIPTION } from './extension.ts';

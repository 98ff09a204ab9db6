import { parseMediaType } from '../media-type/media-type.ts';
import { fromSchemaMode } from '../media-type/schema-mode.ts';
import { describeValue } from '../problems/describe-value.ts';
import type { DefinitionIssue } from './definition-issue.ts';
import type { AnySkill } from './skill.ts';

/** Checks the media types of files that a skill takes: types or ranges, and no modes of schemas. */
export function checkFileTypes(files: unknown, where: string): readonly DefinitionIssue[] {
  if (files === undefined) return [];
  const issue = { severity: 'error', code: 'files', where } as const;
  if (!Array.isArray(files)) {
    const message = `Cannot define the skill as files must be an array of media types: current value is ${describeValue(files)}`;
    return [{ ...issue, message }];
  }
  return Array.from<unknown>(files)
    .filter((type) => !isFileType(type))
    .map((type) => ({
      ...issue,
      message: `Cannot define the skill as each of files must be a media type such as image/png or image/*: current value is ${describeValue(type)}`,
    }));
}

/** As they were given: faulty ones are among the issues. */
export function toFileTypes(files: unknown): Pick<AnySkill, 'files'> {
  return Array.isArray(files) ? { files: files.filter(isFileType) } : {};
}

function isFileType(type: unknown): type is string {
  return (
    typeof type === 'string' &&
    parseMediaType(type) !== undefined &&
    fromSchemaMode(type) === undefined
  );
}

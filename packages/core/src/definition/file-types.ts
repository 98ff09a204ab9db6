import { isMessageType } from '../media-type/accepts-media-type.ts';
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
  return Array.from<unknown>(files).flatMap((type): DefinitionIssue[] => {
    if (isFileType(type)) return isMessageType(toType(type)) ? [toAmbiguous(type, where)] : [];
    return [
      {
        ...issue,
        message: `Cannot define the skill as each of files must be a media type such as image/png or image/*: current value is ${describeValue(type)}`,
      },
    ];
  });
}

/** As they were given: faulty ones are among the issues. */
export function toFileTypes(files: unknown): Pick<AnySkill, 'files'> {
  return Array.isArray(files) ? { files: files.filter(isFileType) } : {};
}

function isFileType(type: unknown): type is string {
  return (
    typeof type === 'string' &&
    /^(?:[^*]+|[^*]+\/\*|\*\/\*)$/u.test(toType(type)) &&
    fromSchemaMode(type) === undefined
  );
}

function toType(type: string): string {
  return parseMediaType(type)?.type ?? '';
}

/** On the card it cannot be told from the mode of text, or of data. */
function toAmbiguous(type: string, where: string): DefinitionIssue {
  const range = `${type.slice(0, type.indexOf('/'))}/*`;
  return {
    severity: 'warning',
    code: 'files-ambiguous',
    where,
    message: `Cannot tell callers that the skill takes files of ${type} as this mode stands for text or data: forms do not offer it. "${range}" says the same and is offered`,
  };
}

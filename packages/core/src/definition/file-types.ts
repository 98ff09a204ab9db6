import type { DefinitionIssue } from '@formwork/schema';
import { describeValue, isRecord } from '@formwork/schema/json';
import { isFileLimit, readFileLimits } from '../media-type/judge-files.ts';
import { isMessageType, parseMediaType, fromSchemaMode } from '../media-type/media-type.ts';
import { checkFields } from './check-fields.ts';
import type { AnySkill } from './skill.ts';

const LIMITS = ['maxBytes', 'maxFiles'] as const;
const FIELDS = ['types', ...LIMITS];

/**
 * Checks `files` of a skill's definition: media types or ranges, no modes of schemas, and limits
 * that are whole numbers above 0.
 */
export function checkFileTypes(files: unknown, where: string): readonly DefinitionIssue[] {
  if (files === undefined) return [];
  if (isRecord(files) && !Array.isArray(files)) {
    return [
      ...checkFields(files, { fields: FIELDS, subject: 'files of the skill', where }),
      ...LIMITS.flatMap((name) => checkLimit(name, { value: files[name], where })),
      ...checkTypes(files['types'], { name: 'files.types', where }),
    ];
  }
  return checkTypes(files, { name: 'files', where });
}

function checkLimit(
  name: string,
  { value, where }: { readonly value: unknown; readonly where: string },
): readonly DefinitionIssue[] {
  if (value === undefined || isFileLimit(value)) return [];
  const message = `Cannot define the skill because files.${name} must be a whole number above 0: current value is ${describeValue(value)}`;
  return [{ severity: 'error', code: 'files', where, message }];
}

function checkTypes(
  files: unknown,
  { name, where }: { readonly name: string; readonly where: string },
): readonly DefinitionIssue[] {
  const issue = { severity: 'error', code: 'files', where } as const;
  if (!Array.isArray(files)) {
    const message = `Cannot define the skill because ${name} must be an array of media types: current value is ${describeValue(files)}`;
    return [{ ...issue, message }];
  }
  return Array.from<unknown>(files).flatMap((type): DefinitionIssue[] => {
    if (isFileType(type))
      return isMessageType(readType(type)) ? [createAmbiguityWarning(type, where)] : [];
    const message = `Cannot define the skill because each of ${name} must be a media type such as image/png or image/*: current value is ${describeValue(type)}`;
    return [{ ...issue, message }];
  });
}

/**
 * Picks the file types and limits from a skill's definition, unchecked: faulty ones are among its
 * issues.
 */
export function readFileTypes(files: unknown): Pick<AnySkill, 'files' | 'fileLimits'> {
  if (Array.isArray(files)) return { files: files.filter(isFileType) };
  if (!isRecord(files)) return {};
  const limits = readFileLimits(files);
  const types = readFileTypes(files['types']);
  return Object.keys(limits).length === 0 ? types : { ...types, fileLimits: limits };
}

function isFileType(type: unknown): type is string {
  return (
    typeof type === 'string' &&
    /^(?:[^*]+|[^*]+\/\*|\*\/\*)$/u.test(readType(type)) &&
    fromSchemaMode(type) === undefined
  );
}

function readType(type: string): string {
  return parseMediaType(type)?.type ?? '';
}

/** Warns that the card cannot distinguish this file type from the mode for text or data. */
function createAmbiguityWarning(type: string, where: string): DefinitionIssue {
  const range = `${type.slice(0, type.indexOf('/'))}/*`;
  const message = `Cannot tell callers that the skill takes files of ${type} because this mode stands for text or data: forms do not offer it. "${range}" says the same and is offered`;
  return { severity: 'warning', code: 'files-ambiguous', where, message };
}

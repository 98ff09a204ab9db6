import type { Json, Problem } from '@formwork/schema';
import { findLostNumber } from '@formwork/schema/json';
import type { RemoteSchema } from '../schemas/remote-schema.ts';
import { readData, readText, type ReceivedData } from '../task/read-message.ts';
import { isWords, type ReadResult, type ResultReader } from '../task/result-reader.ts';

/** The result of a task as the agent sent it, and the problems that its schema found in it. */
export interface SourceResult {
  /** The name of the schema that checked the result; `''` if none did. */
  readonly schema: string;
  /** The data of the result; absent if the agent sent none. */
  readonly data?: Json;
  readonly problems: readonly Problem[];
}

/** Options of {@link createSourceReader}: which schemas a result may fit, and whether it must. */
export interface SourceReaderOptions {
  /** The schemas that check data tagged with their names. */
  readonly outputs: readonly RemoteSchema[];
  /**
   * True if the schemas belong to one known skill: then untagged data counts as data of its only
   * schema.
   */
  readonly isOfSkill: boolean;
  /**
   * True if the skill declares nothing but data of these schemas as its output, so that an answer
   * without it is a problem.
   */
  readonly needsData: boolean;
}

/**
 * Makes a reader of results that never throws: it returns the data whatever it is, beside its
 * differences from the schema.
 */
export function createSourceReader({
  outputs,
  isOfSkill,
  needsData,
}: SourceReaderOptions): ResultReader<SourceResult> {
  const names = outputs.map(({ name }) => name);
  // Data without a tag counts as data of the skill's only schema, because some agents tag nothing.
  const output = isOfSkill && outputs.length === 1 ? outputs[0] : undefined;
  return (options) => {
    const { parts } = options;
    const received = readData(parts);
    const tagged = received.findLast(
      ({ schema }) => schema !== undefined && names.includes(schema),
    );
    if (tagged !== undefined) {
      const schema = outputs.find(({ name }) => name === tagged.schema);
      return toResult(createResult(tagged, schema));
    }
    const untagged = received.at(-1) ?? (needsData ? parseObject(readText(parts)) : undefined);
    if (untagged === undefined && needsData && isWords(options)) return { kind: 'words' };
    const missing = needsData ? describeMissing(names) : [];
    if (untagged === undefined) return toResult({ schema: '', problems: missing });
    if (output !== undefined && untagged.schema === undefined)
      return toResult(createResult(untagged, output));
    return toResult({ ...createResult(untagged, undefined), problems: missing });
  };
}

function toResult(data: SourceResult): ReadResult<SourceResult> {
  return { kind: 'result', data };
}

function createResult({ data }: ReceivedData, schema: RemoteSchema | undefined): SourceResult {
  // The content of a part came as JSON.
  const json = data as Json;
  if (schema === undefined) return { schema: '', data: json, problems: [] };
  return { schema: schema.name, data: json, problems: checkData(schema, data) };
}

function checkData(schema: RemoteSchema, data: unknown): readonly Problem[] {
  if (schema.kind === 'usable') return schema.check(data);
  const expected = 'checked by a schema that can be trusted';
  const [issue] = schema.issues;
  const reason = issue === undefined ? '' : `: ${issue.message}`;
  const message = `must be ${expected}, but the agent's was refused${reason}`;
  return [{ pointer: '', keyword: 'refused', expected, message }];
}

/** Makes the problem of an answer that holds no data tagged with any of these schemas. */
function describeMissing(names: readonly string[]): readonly Problem[] {
  const expected = `a data part tagged with ${names.map((name) => JSON.stringify(name)).join(' or ')}`;
  return [
    { pointer: '', keyword: 'missing', expected, message: `must hold ${expected} but does not` },
  ];
}

function parseObject(text: string): ReceivedData | undefined {
  try {
    const data: unknown = JSON.parse(text);
    // Text whose numbers JavaScript would change is no data.
    if (findLostNumber(text, data) !== undefined) return undefined;
    return typeof data === 'object' && data !== null ? { schema: undefined, data } : undefined;
  } catch {
    return undefined;
  }
}

import { describeValue } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/internal';
import { createNamedSchema } from '@formwork/schema';
import type { NamedSchema } from '@formwork/schema';
import type { Direction } from '@formwork/schema/internal';
import type { SchemaLike } from '@formwork/schema';
import type { DefinitionIssue } from '@formwork/schema';

/** The schemas of one side of a skill. */
export interface ReadSchemas {
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** Names of the schemas that are declared, but cannot be used. */
  readonly faulty: ReadonlySet<string>;
  /** False if the field is no table of schemas at all. */
  readonly isReadable: boolean;
  readonly issues: readonly DefinitionIssue[];
}

/** Options of {@link readSchemas}. */
export interface ReadSchemasOptions {
  readonly direction: Direction;
  /** How issues name the skill. */
  readonly where: string;
}

/** Reads `input` or `output` of a definition, whatever it is: schemas by name. */
export function readSchemas(field: unknown, { direction, where }: ReadSchemasOptions): ReadSchemas {
  const schemas = new Map<string, NamedSchema>();
  const faulty = new Set<string>();
  const issues: DefinitionIssue[] = [];
  if (field === undefined) return { schemas, faulty, isReadable: true, issues };
  const isLibrarySchema = (isRecord(field) || typeof field === 'function') && '~standard' in field;
  if (!isRecord(field) || isLibrarySchema) {
    const current = isLibrarySchema ? 'a schema without a name' : describeValue(field);
    const issue: DefinitionIssue = {
      severity: 'error',
      code: direction,
      where,
      message: `Cannot define the skill as ${direction} must be an object of schemas by name: current value is ${current}`,
    };
    return { schemas, faulty, isReadable: false, issues: [issue] };
  }
  for (const [name, like] of Object.entries(field)) {
    const place = `${where} ${direction} ${JSON.stringify(name)}`;
    // What is no schema at all is told by the first step of publishing it.
    const result = createNamedSchema(name, like as SchemaLike, { direction, where: place });
    issues.push(...result.issues);
    if (result.named === undefined) faulty.add(name);
    else schemas.set(name, result.named);
  }
  return { schemas, faulty, isReadable: true, issues };
}

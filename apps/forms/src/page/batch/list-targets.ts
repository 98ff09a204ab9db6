import { followReference } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';

/** A field of a skill's input that a column of a table can fill. */
export interface BatchTarget {
  readonly path: readonly string[];
  /**
   * The text that names the field in the choice for a column: its title, or the path of names to
   * it.
   */
  readonly label: string;
  readonly types: readonly string[];
  /** The `format` of the field's schema; absent if it has none. */
  readonly format?: string;
  readonly isRequired: boolean;
}

const MAX_TARGETS = 200;
const MAX_DEPTH = 4;

/**
 * Lists the fields of a skill's input that columns of a table can fill, including the fields of
 * nested objects.
 */
export function listTargets(schema: unknown): readonly BatchTarget[] {
  const targets: BatchTarget[] = [];
  list({ schema, path: [], labels: [], isRequired: true });
  return targets;

  function list(node: {
    readonly schema: unknown;
    readonly path: readonly string[];
    readonly labels: readonly string[];
    readonly isRequired: boolean;
  }): void {
    const nodeSchema = toRecord(node.schema);
    const target = isRecord(schema) ? followReference(nodeSchema, schema) : undefined;
    const resolved = isRecord(target) ? target : nodeSchema;
    const properties = resolved['properties'];
    if (isRecord(properties) && node.path.length < MAX_DEPTH) {
      const required = resolved['required'];
      for (const [name, value] of Object.entries(properties)) {
        const title = isRecord(value) && typeof value['title'] === 'string' ? value['title'] : name;
        const isRequired = node.isRequired && Array.isArray(required) && required.includes(name);
        const next = { path: [...node.path, name], labels: [...node.labels, title] };
        list({ ...next, schema: value, isRequired });
      }
      return;
    }
    if (node.path.length === 0 || targets.length >= MAX_TARGETS) return;
    const { path, labels, isRequired } = node;
    const { format } = resolved;
    targets.push({
      path,
      label: labels.join(' › '),
      types: toTypes(resolved),
      ...(typeof format === 'string' && { format }),
      isRequired,
    });
  }
}

function toTypes(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const { type, enum: choices, const: only } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((name) => typeof name === 'string');
  const values: readonly unknown[] = Array.isArray(choices) ? choices : [only];
  return [...new Set(values.filter((value) => value !== undefined).map(toType))];
}

function toType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

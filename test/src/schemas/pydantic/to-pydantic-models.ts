import { isRecord, resolvePointer } from '@formwork/schema/json';
import type { SchemaFile } from '../schema-files.ts';
import { checkKeywords } from './check-keywords.ts';
import { mergeSchemas } from './merge-schemas.ts';
import { PRELUDE } from './prelude.ts';
import { toPythonType, type Schema } from './python-type.ts';

const OBJECT = ['properties', 'required', 'additionalProperties'];
const ROOT = ['$schema', '$id', 'definitions'];

/** The schema that a Python class is made from. */
interface Place {
  /** The address of the schema that the class stands for. */
  readonly address: string;
  /** The address of the schema that has the properties of the class. */
  readonly fieldsAt: string;
  /** The class that this one extends. Default: the base class for open or for closed objects. */
  readonly parent?: string;
}

/**
 * Returns the source of Pydantic 2 models for the schemas of message envelopes: a class for each
 * document and each object with properties, named by its title. It supports only the keywords that
 * these schemas use.
 *
 * @throws Error if a schema uses anything else.
 */
export function toPydanticModels(files: readonly SchemaFile[]): string {
  const documents = new Map(files.map(({ content }) => [String(content['$id']), content]));
  /** The source of each class by its name; a class comes after those that it needs. */
  const written = new Map<string, string>();
  /** The names of the classes by the addresses of their schemas. */
  const addresses = new Map<string, string>();

  function write(name: string, address: string, source: string): string {
    const before = written.get(name);
    if (before !== undefined && before !== source)
      throw new Error(`There are two schemas with the title ${name}`);
    written.set(name, source);
    addresses.set(address, name);
    return name;
  }

  /**
   * Returns the name of the class for an object schema or a reference, and writes the class if it
   * is missing.
   */
  function toClass(schema: Schema, address: string): string {
    const { $ref } = schema;
    if (typeof $ref === 'string') {
      const target = new URL($ref, address).href;
      const [id = '', pointer = ''] = target.split('#');
      const found = resolvePointer(documents.get(id), pointer);
      return addresses.get(target) ?? toClass(isRecord(found) ? found : {}, target);
    }
    const name = toClassName(schema, address);
    if (!Array.isArray(schema['oneOf']))
      return writeClass(name, schema, { address, fieldsAt: address });
    const { oneOf, ...rest } = schema;
    const branches = (oneOf as readonly Schema[]).map((branch, index) => {
      const merged = mergeSchemas(rest, branch);
      const status = readConstant(merged, 'status');
      const branchName = `${status.charAt(0).toUpperCase()}${status.slice(1)}${name}`;
      const place = { address: `${address}/oneOf/${index}`, fieldsAt: address };
      return writeClass(branchName, merged, place);
    });
    const union = `Annotated[Union[${branches.join(', ')}], Field(discriminator="status")]`;
    return write(name, address, `${name} = ${union}\n`);
  }

  function writeClass(name: string, schema: Schema, { address, fieldsAt, parent }: Place): string {
    checkKeywords(schema, [...OBJECT, ...ROOT], address);
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const base = parent ?? (schema['additionalProperties'] === false ? '_Closed' : '_Open');
    const fields = Object.entries(properties).map(([field, value]) => {
      const property = isRecord(value) ? value : {};
      const type = toPythonType(property, `${fieldsAt}/properties/${field}`, toClass);
      const isNullable = /(?:^|\| )None$/u.test(type);
      const absent = isNullable ? `${type} = None` : `MayBeAbsent[${type}] = None`;
      const text = property['description'];
      const doc = typeof text === 'string' ? `\n    """${text}"""\n` : '\n';
      return `    ${field}: ${required.includes(field) ? type : absent}${doc}`;
    });
    const head = `class ${name}(${base}):\n    """${String(schema['description'])}"""\n`;
    return write(name, address, [head, ...fields].join('\n'));
  }

  /** Writes the class of a document: of the base message, or of a message type that extends it. */
  function writeDocument(id: string, content: Schema): string {
    const done = addresses.get(`${id}#`);
    if (done !== undefined) return done;
    const name = toClassName(content, id);
    if (!Array.isArray(content['allOf'])) {
      return writeClass(name, content, { address: `${id}#`, fieldsAt: `${id}#` });
    }
    checkKeywords(content, ['allOf', ...ROOT], id);
    const [reference, own] = content['allOf'] as readonly Schema[];
    if (own === undefined || typeof reference?.['$ref'] !== 'string') {
      throw new Error(
        `Cannot write ${id} in Python because allOf must be a reference and a schema`,
      );
    }
    const baseId = new URL(reference['$ref'], id).href;
    const base = documents.get(baseId) ?? {};
    const parent = writeDocument(baseId, base);
    const merged = mergeSchemas(
      { properties: base['properties'], required: base['required'] },
      own,
    );
    const names = Object.keys(isRecord(own['properties']) ? own['properties'] : {});
    const all = isRecord(merged['properties']) ? merged['properties'] : {};
    // Other fields are inherited from the base class.
    const changed = Object.fromEntries(names.map((field) => [field, all[field]]));
    const { description } = content;
    const schema = { ...merged, description, properties: changed };
    return writeClass(name, schema, { address: `${id}#`, fieldsAt: `${id}#/allOf/1`, parent });
  }

  const messages: string[] = [];
  for (const [id, content] of documents) {
    const name = writeDocument(id, content);
    const types = resolvePointer(content, '/allOf/1/properties/message_type');
    if (types !== undefined) messages.push(name);
  }
  return `${[PRELUDE, ...written.values(), toEnd(messages, addresses)].join('\n\n').trimEnd()}\n`;
}

function toClassName(schema: Schema, address: string): string {
  const { title } = schema;
  if (typeof title !== 'string') throw new Error(`Cannot name the class of ${address}: no title`);
  return title.replace(/^A2A /u, '').replaceAll(' ', '');
}

function readConstant(schema: Schema, field: string): string {
  const value = resolvePointer(schema, `/properties/${field}/const`);
  if (typeof value !== 'string') throw new Error(`${field} must be a constant in each alternative`);
  return value;
}

/**
 * Returns the code after the models: the union of all message types, and the models by the
 * addresses of their schemas.
 */
function toEnd(messages: readonly string[], addresses: ReadonlyMap<string, string>): string {
  const models = [...addresses].map(([address, name]) => `    "${address}": ${name},\n`);
  return `Message = Annotated[
    Union[
${messages.map((name) => `        ${name},\n`).join('')}    ],
    Field(discriminator="message_type"),
]

_MESSAGE: TypeAdapter[Any] = TypeAdapter(Message)


def parse_message(text: str | bytes) -> Any:
    """The message that a text of JSON holds, as the model of its type.

    Raises pydantic.ValidationError if it is no valid message.
    """
    return _MESSAGE.validate_json(text)


MODELS: dict[str, Any] = {
${models.join('')}}
"""Models by the address of their schemas."""
`;
}

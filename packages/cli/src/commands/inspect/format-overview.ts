import { describeSignature } from '@formwork/trust';
import type { Console } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { toSafeLine } from '../../terminal/safe-text.ts';
import type { Overview, SchemaOverview } from './to-overview.ts';

/** Formats the overview of an agent for people. */
export function formatOverview(
  overview: Overview,
  { paint, columns, isTerminal }: Console,
): string {
  const { name, version, description, provider, door } = overview;
  const table = (rows: readonly (readonly string[])[], header?: readonly string[]): string =>
    formatTable(rows, { paint, ...(header && { header }), ...(isTerminal && { columns }) });
  const title = `${paint('bold', toSafeLine(name))} ${toSafeLine(version)}`;
  const by = provider === undefined || provider === '' ? '' : `, by ${toSafeLine(provider)}`;
  const skills = overview.skills.map((skill) => [
    skill.id,
    [toNames(skill.inputs), ...(skill.fileTypes ?? [])].join(', '),
    toNames(skill.outputs),
    skill.description === '' ? skill.name : skill.description,
  ]);
  const doors = overview.interfaces.map(({ binding, version: a2a, url }) => [
    url === door.url && binding === door.binding && isSameVersion(a2a, door.version) ? '*' : '',
    binding,
    a2a,
    url,
  ]);
  const sections: readonly (readonly [string, string])[] = [
    ['Doors (* is what call uses)', table(doors, ['', 'binding', 'A2A', 'url'])],
    ['Capabilities', `  ${listCapabilities(overview)}`],
    [
      'Extensions',
      table(
        overview.extensions.map((extension) => [
          extension.uri,
          extension.required ? 'required' : '',
        ]),
      ),
    ],
    ['Signature', `  ${describeSignature(overview.signature)}`],
    ['Security', table(overview.securitySchemes.map((scheme) => [scheme]))],
    ['Skills', table(skills, ['id', 'input', 'output', 'does'])],
    ['Schemas', table(overview.schemas.map(toSchemaRow), ['name', 'state', 'sha-256', 'title'])],
    [
      'Warnings',
      overview.warnings
        .map((warning) => `  ${paint('yellow', '!')} ${toSafeLine(warning)}`)
        .join('\n'),
    ],
  ];
  const filledSections = sections.filter(([, text]) =>
    text.split('\n').some((line) => line.trim() !== ''),
  );
  return [
    `${title}${by}`,
    ...(description === '' ? [] : [toSafeLine(description)]),
    ...filledSections
      .filter(([heading]) => hasRows(heading, overview))
      .map(([heading, text]) => `\n${paint('bold', heading)}\n${text}`),
  ].join('\n');
}

/**
 * True if two versions of A2A are the same on the wire: patch numbers change nothing (A2A 1.0,
 * section 3.6), so `0.3.0` is `0.3`.
 */
function isSameVersion(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => text.split('.').slice(0, 2).join('.'));
  return first === second;
}

/** True if the overview has rows for the table below a heading, such as `Skills`. */
function hasRows(heading: string, { skills, schemas }: Overview): boolean {
  if (heading === 'Skills') return skills.length > 0;
  return heading === 'Schemas' ? schemas.length > 0 : true;
}

function toNames(names: readonly string[]): string {
  return names.length === 0 ? 'text' : names.join(', ');
}

function toSchemaRow(schema: SchemaOverview): readonly string[] {
  if (schema.state === 'refused') return [schema.name, 'refused', '', schema.issues[0]?.code ?? ''];
  const { title } = schema.schema as { readonly title?: unknown };
  const digest = schema.fingerprint.replace(/^sha-?256[:-]/u, '').slice(0, 12);
  const state = schema.isDeprecated ? 'deprecated' : 'usable';
  return [schema.name, state, digest, typeof title === 'string' ? title : ''];
}

function listCapabilities({ capabilities }: Overview): string {
  const names = [
    ...(capabilities.streaming ? ['streaming'] : []),
    ...(capabilities.pushNotifications ? ['push notifications'] : []),
    ...(capabilities.extendedAgentCard ? ['extended card'] : []),
  ];
  return names.length === 0 ? 'none' : names.join(', ');
}

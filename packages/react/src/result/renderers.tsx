import type { Json } from '@formwork/schema';
import { isRecord, isScalar } from '@formwork/schema/json';
import { type ReactNode, useState } from 'react';
import { listValues } from '../form-schema/infer-types.ts';
import { formatDuration } from '../text/format-amount.ts';
import { isInlineData } from '../text/inline-data.ts';
import { Chart, toSeries } from './draw/chart.tsx';
import { Group } from './draw/group.tsx';
import { InlineFile } from './draw/image.tsx';
import { Items, NestedGroup } from './draw/items.tsx';
import { MarkdownValue, ProseValue } from './draw/prose.tsx';
import { ResultTable } from './draw/result-table.tsx';
import {
  Badge,
  DurationText,
  Link,
  Meter,
  MoneyText,
  Nothing,
  NumberText,
  type ValueProps,
  Text,
  TimeText,
  toLink,
  toTimeKind,
} from './draw/scalars.tsx';
import { MoreButton } from './draw/skeleton.tsx';
import { Tree } from './draw/tree.tsx';
import type { ResultRenderer } from './renderer.ts';
import { type ResultValue, toItemValue } from './result-value.ts';
import { VARIANT_TITLE } from './schema/create-schema-reader.ts';
import { useResult } from './settings.ts';
import { findRange, toText } from './shape/cell.ts';
import { describeRows } from './shape/describe-rows.ts';
import { findMoney } from './shape/find-money.ts';
import { isMarkdownText } from './shape/markdown-text.ts';
import { toRowsValue } from './shape/parallel-lists.ts';

/** The number of a list's single values that are shown at first, and that each click adds. */
const STEP = 50;

/**
 * The maximum length of a value that is drawn as a chip (a word in a frame), in characters; a list
 * with a longer value is drawn as lines.
 */
const MAX_CHIP = 40;

/**
 * The maximum nesting of objects and lists that are drawn as such; deeper values are drawn as a
 * tree.
 */
const MAX_DEPTH = 5;

/** The maximum length of a text that is drawn in one line, in characters. */
const MAX_LINE = 200;

const LONG_NAMES =
  /(?:explanation|description|markdown|summary|reasoning|rationale|body|notes?)$/iu;

/** The renderer that matches every value and draws it as a tree. */
const LAST: ResultRenderer = {
  matches: () => true,
  draw: (node) => <Tree node={node} />,
  isWide: true,
};

/**
 * All renderers of results, in order: the first one that matches a value draws it, and the last one
 * matches every value.
 */
export const RENDERERS: readonly ResultRenderer[] = [
  { matches: ({ value }) => value === null, draw: () => <Nothing /> },
  { matches: isBadge, draw: (node) => <Badge node={node} /> },
  {
    matches: (node) => findMoney(node) !== undefined,
    draw: (node) => <MoneyText node={node} />,
  },
  {
    matches: ({ value, schema }) =>
      typeof value === 'number' && findRange(schema, value) !== undefined,
    draw: (node) => <Meter node={node} />,
  },
  {
    matches: ({ value }) => typeof value === 'number',
    draw: (node) => <NumberText node={node} />,
  },
  {
    matches: ({ value, schema }) => typeof value === 'string' && isInlineData(value, schema),
    draw: (node) => <InlineFile node={node} />,
    isWide: true,
  },
  {
    matches: (node) => toTimeKind(node) !== undefined,
    draw: (node) => <TimeText node={node} />,
  },
  {
    matches: ({ value, schema }) =>
      schema['format'] === 'duration' &&
      typeof value === 'string' &&
      formatDuration(value, 'en') !== undefined,
    draw: (node) => <DurationText node={node} />,
  },
  { matches: (node) => toLink(node) !== undefined, draw: (node) => <Link node={node} /> },
  { matches: isMarkdown, draw: (node) => <MarkdownValue node={node} />, isWide: true },
  { matches: isProse, draw: (node) => <ProseValue node={node} />, isWide: true },
  { matches: ({ value }) => isScalar(value), draw: (node) => <Text node={node} /> },
  { matches: (node) => toRowsValue(node) !== undefined, draw: drawLists, isWide: true },
  {
    matches: ({ value, depth }) =>
      depth <= MAX_DEPTH && isRecord(value) && Object.keys(value).length > 0,
    draw: (node) =>
      node.depth === 0 ? (
        <Group node={node} />
      ) : (
        <NestedGroup node={node} draw={(inner) => <Group node={inner} />} />
      ),
    isWide: true,
  },
  {
    matches: ({ value }) => isList(value) && value.every(isScalar),
    draw: (node) => <Chips node={node} />,
    isWide: true,
  },
  {
    matches: ({ value }) => isList(value) && toSeries(value) !== undefined,
    draw: (node) => <Chart node={node} />,
    isWide: true,
  },
  {
    matches: ({ value }) => isList(value) && describeRows(value) !== undefined,
    draw: (node) => <ResultTable node={node} />,
    isWide: true,
  },
  {
    matches: ({ value, depth }) => isList(value) && depth < MAX_DEPTH,
    draw: (node) => <Items node={node} />,
    isWide: true,
  },
  LAST,
];

/** Finds the first renderer that matches a value. */
export function findRenderer(
  renderers: readonly ResultRenderer[],
  node: ResultValue,
): ResultRenderer {
  return renderers.find(({ matches }) => matches(node)) ?? LAST;
}

function isBadge({ value, schema }: ResultValue): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  if (typeof value === 'string' && value.length > MAX_LINE) return false;
  const isTitled = typeof schema[VARIANT_TITLE] === 'string' && 'const' in schema;
  return isTitled || (listValues(schema) ?? []).includes(value);
}

function isMarkdown({ value, schema }: ResultValue): boolean {
  if (typeof value !== 'string' || value === '') return false;
  const { contentMediaType: type, format } = schema;
  if (type === 'text/markdown' || format === 'markdown') return true;
  // Models answer in Markdown, whether the schema says so or not.
  return type === undefined && format === undefined && isMarkdownText(value);
}

/** Draws lists that belong to each other: as a chart if they are a series, else as a table. */
function drawLists(node: ResultValue): ReactNode {
  const rows = toRowsValue(node) ?? node;
  const isSeries = isList(rows.value) && toSeries(rows.value) !== undefined;
  return isSeries ? <Chart node={rows} /> : <ResultTable node={rows} />;
}

function isProse({ value, name, depth }: ResultValue): boolean {
  if (typeof value !== 'string') return false;
  if (value.length > MAX_LINE || value.includes('\n') || depth === 0) return value !== '';
  return LONG_NAMES.test(name) && value.length > 60;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value) && value.length > 0;
}

/** Draws a list of single values: as chips (words in frames) if they are short, else as lines. */
function Chips({ node }: ValueProps): ReactNode {
  const { draw, reader } = useResult();
  const [count, setCount] = useState(STEP);
  const list = Array.isArray(node.value) ? node.value : [];
  const shown = list.slice(0, count);
  const isShort = shown.every((item) => toText(item).length <= MAX_CHIP);
  return (
    <>
      <ul className={isShort ? 'fw-chips' : 'fw-lines'}>
        {shown.map((value, position) => (
          <li key={position}>{draw(toItemValue(reader, node, { position, value }))}</li>
        ))}
      </ul>
      <MoreButton hiddenCount={list.length - count} onMore={() => setCount(count * 2)} />
    </>
  );
}

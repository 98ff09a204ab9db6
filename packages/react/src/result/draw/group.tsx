import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { useId, useState, type ReactNode } from 'react';
import { toMemberValue, toResultLabel, type ResultValue } from '../result-value.ts';
import { useResult } from '../settings.ts';
import { toText } from '../shape/cell.ts';
import { findHeadline } from '../shape/find-headline.ts';
import { listMembers, type ListedMember } from '../shape/list-members.ts';
import type { ValueProps } from './scalars.tsx';
import { MoreButton, isLong, Skeleton } from './skeleton.tsx';

/** The number of an object's members that are shown at first, and that each click adds. */
const STEP = 40;

/** The maximum nesting of an object that still gets a headline. */
const MAX_HEADLINE_DEPTH = 2;

/** A member of an object that is drawn, with the id of its label. */
interface ShownMember {
  readonly member: ListedMember;
  readonly labelId: string;
  /** The place of the member's value; `undefined` while it has not arrived. */
  readonly node: ResultValue | undefined;
}

/** Draws an object of a result: its headline, short values side by side, and the others below. */
export function Group({ node }: ValueProps): ReactNode {
  const { find, messages, reader, isPending } = useResult();
  const [count, setCount] = useState(STEP);
  const id = useId();
  const members = listMembers(
    isRecord(node.value) ? node.value : {},
    node.schema,
    isPending,
  ).filter(({ name }) => name !== node.told);
  const shown = members.slice(0, count).map((member, at) => ({
    member,
    labelId: `${id}-${at}`,
    node: toNode(member),
  }));
  if (shown.length === 0) return <span className="fw-note">{messages.result.empty}</span>;
  const headline =
    node.depth <= MAX_HEADLINE_DEPTH && node.told === undefined
      ? findHeadline(shown.flatMap((entry) => (entry.node === undefined ? [] : [entry.node])))
      : undefined;
  const first = shown.filter(({ member }) => member.name === headline);
  const otherEntries = shown.filter(({ member }) => member.name !== headline);
  const short = otherEntries.filter((entry) => !isWide(entry));
  const wide = otherEntries.filter(isWide);
  return (
    <>
      {first.length > 0 && (
        <dl className="fw-facts fw-lead">
          {first.map(({ member, labelId, node: at }) => (
            <div key={member.name} className="fw-headline">
              <dt id={labelId}>{at?.label}</dt>
              <dd>
                {at === undefined || find(at).isWide === true ? (
                  <bdi>{toText(member.value)}</bdi>
                ) : (
                  <bdi>{find(at).draw(at)}</bdi>
                )}
                <Mismatch pointer={at?.pointer ?? ''} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {short.length > 0 && <dl className="fw-facts fw-shorts">{short.map(drawMember)}</dl>}
      {wide.length > 0 && <dl className="fw-facts fw-wides">{wide.map(drawMember)}</dl>}
      <MoreButton hiddenCount={members.length - count} onMore={() => setCount(count * 2)} />
    </>
  );

  function isWide({ member, node: at }: ShownMember): boolean {
    return at === undefined ? isLong(readMissing(member.name)) : find(at).isWide === true;
  }

  function drawMember({ member, labelId, node: at }: ShownMember): ReactNode {
    return at === undefined ? (
      <Missing key={member.name} name={member.name} schema={readMissing(member.name)} />
    ) : (
      <Fact key={member.name} node={{ ...at, labelId }} />
    );
  }

  function toNode({ name, value }: ListedMember): ResultValue | undefined {
    return value === undefined ? undefined : toMemberValue(reader, node, { name, value });
  }

  function readMissing(name: string): JsonSchema {
    return reader.read(reader.member(node.schema, name), undefined);
  }
}

/** Draws the place of a member that the schema announces and that has not arrived yet. */
function Missing({
  name,
  schema,
}: {
  readonly name: string;
  readonly schema: JsonSchema;
}): ReactNode {
  return (
    <div className={isLong(schema) ? 'fw-wide' : undefined}>
      <dt>{toResultLabel(schema, name)}</dt>
      <dd>
        <Skeleton schema={schema} />
      </dd>
    </div>
  );
}

function Fact({ node }: ValueProps): ReactNode {
  const { find } = useResult();
  const renderer = find(node);
  return (
    <div className={renderer.isWide === true ? 'fw-wide' : undefined}>
      <dt id={node.labelId}>{node.label}</dt>
      <dd>
        {renderer.draw(node)}
        <Mismatch pointer={node.pointer} />
      </dd>
    </div>
  );
}

/** Draws the mark beside a value that does not fit its schema. */
function Mismatch({ pointer }: { readonly pointer: string }): ReactNode {
  const { messages, problems } = useResult();
  if (!problems.has(pointer)) return null;
  return (
    <span className="fw-mismatch">
      <span aria-hidden="true">⚠</span> {messages.result.problem}
    </span>
  );
}

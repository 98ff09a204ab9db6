import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import type { CompatibilityChange } from '@formwork/schema';
import { isRecord, toSortedJson, toRecord } from '@formwork/schema/json';
import {
  listExtensions,
  pair,
  createAddition,
  createRemoval,
  type Entry,
  type Loose,
} from './card-view.ts';

/** The flags in `capabilities` of cards of 1.0 and 0.3, which say what an agent can do. */
const FLAGS = ['streaming', 'pushNotifications', 'extendedAgentCard', 'stateTransitionHistory'];

/**
 * Compares the capabilities of an agent in two versions of its card, and the extensions that it
 * supports.
 */
export function compareCapabilities(before: Loose, after: Loose): readonly CompatibilityChange[] {
  const [olds, news] = [before, after].map(({ capabilities }) => toRecord(capabilities));
  const flags = FLAGS.flatMap((name) =>
    compareFlag(name, { pointer: `/capabilities/${name}`, was: olds?.[name], is: news?.[name] }),
  );
  const name = 'supportsAuthenticatedExtendedCard';
  return [
    ...flags,
    ...compareFlag(name, { pointer: `/${name}`, was: before[name], is: after[name] }),
    ...compareExtensions(before, after),
  ];
}

function compareFlag(
  name: string,
  { pointer, was, is }: { readonly pointer: string; readonly was: unknown; readonly is: unknown },
): readonly CompatibilityChange[] {
  if ((was === true) === (is === true)) return [];
  const isGone = is !== true;
  return [
    {
      kind: isGone ? 'breaking' : 'safe',
      code: isGone ? 'capability-removed' : 'capability-added',
      pointer,
      in: is === undefined ? 'old' : 'new',
      was: was === true,
      is: is === true,
      message: `The agent ${isGone ? 'no longer has' : 'now has'} the capability "${name}".`,
    },
  ];
}

function compareExtensions(before: Loose, after: Loose): readonly CompatibilityChange[] {
  const lists = [before, after].map((card) =>
    listExtensions(card).filter(({ value }) => typeof value['uri'] === 'string'),
  );
  const { removed, added, matched } = pair(lists[0] ?? [], lists[1] ?? [], readUri);
  return [
    ...removed.map((entry) =>
      createRemoval({
        kind: 'breaking',
        code: 'extension-removed',
        pointer: entry.pointer,
        was: readUri(entry),
        message: `The extension "${readUri(entry)}" is no longer declared, so callers cannot rely on it.`,
      }),
    ),
    ...added.map((entry) => {
      const isRequired = entry.value['required'] === true;
      return createAddition({
        kind: isRequired ? 'breaking' : 'safe',
        code: 'extension-added',
        pointer: entry.pointer,
        is: readUri(entry),
        message: isRequired
          ? `The extension "${readUri(entry)}" was added, and callers must support it.`
          : `The extension "${readUri(entry)}" was added.`,
      });
    }),
    ...matched.flatMap(compareExtension),
  ];
}

function compareExtension([before, after]: readonly [
  Entry,
  Entry,
]): readonly CompatibilityChange[] {
  const [was, is] = [before.value['required'] === true, after.value['required'] === true];
  const changes: CompatibilityChange[] = [];
  if (was !== is) {
    changes.push({
      kind: is ? 'breaking' : 'safe',
      code: 'extension-required',
      pointer: `${after.pointer}/required`,
      in: 'new',
      was,
      is,
      message: `The extension "${readUri(after)}" ${is ? 'must now' : 'need no longer'} be supported by callers.`,
    });
  }
  const params = [before, after].map(({ value }) => readParams(value));
  if (toSortedJson(params[0]) !== toSortedJson(params[1])) {
    changes.push({
      kind: 'unknown',
      code: 'extension-params',
      pointer: `${after.pointer}/params`,
      in: 'new',
      was: params[0],
      is: params[1],
      message: `The extension "${readUri(after)}" has other parameters, and only the extension says what they mean.`,
    });
  }
  return changes;
}

/**
 * Picks the parameters of an extension that are compared nowhere else; fingerprints are left out
 * because they follow from the schemas.
 */
function readParams({ uri, params }: Loose): Loose {
  if (!isRecord(params)) return {};
  if (uri !== OBJECT_SCHEMAS_EXTENSION_URI) return params;
  const { schemas: _, fingerprints: __, ...otherParams } = params;
  return otherParams;
}

function readUri({ value }: Entry): string {
  return String(value['uri']);
}

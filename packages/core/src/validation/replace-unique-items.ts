import { _ } from 'ajv';
import { isRecord } from '../is-record.ts';
import type { AnyAjv } from './create-ajv.ts';
import { findEqualItems } from './find-equal-items.ts';

/** Types of items for which ajv keeps a table. */
const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null']);

/**
 * Makes `uniqueItems` take time that grows with the items, with the errors that it had: of items
 * that may be no scalars ajv compares each with each, and some, such as `{"toString": ""}`, make it
 * throw.
 */
export function replaceUniqueItems(ajv: AnyAjv): void {
  const definition = ajv.getKeyword('uniqueItems');
  if (typeof definition !== 'object' || !('code' in definition)) return;
  const { code } = definition;
  definition.code = (context, ruleType) => {
    const { gen, data, schema, parentSchema } = context;
    if (areScalars(parentSchema)) return code(context, ruleType);
    if (schema !== true) return;
    const finder = gen.scopeValue('func', { ref: findEqualItems });
    const pair = gen.const('pair', _`${finder}(${data})`);
    context.setParams({ i: _`${pair}[0]`, j: _`${pair}[1]` });
    context.pass(_`${pair} === undefined`);
  };
}

/** True if every item is of the type that `items` names: ajv passes over those that are not. */
function areScalars({ items, prefixItems }: Readonly<Record<string, unknown>>): boolean {
  if (!isRecord(items) || prefixItems !== undefined) return false;
  const types = [items['type']].flat();
  return types.every((type) => SCALARS.has(type));
}

import type { Json } from '@formwork/schema';
import { type Shape, toChoices } from './shapes.ts';

/** Makes an example of a form that has every value, with the last of all alternatives. */
export function toExample(shape: Shape): Json {
  switch (shape.kind) {
    case 'text':
      return 'Eve';
    case 'number':
      return 7;
    case 'switch':
      return true;
    case 'choice':
      return toChoices(shape)[1] ?? null;
    case 'tag':
      return shape.value;
    case 'list':
      return [toExample(shape.item), toExample(shape.item)];
    case 'map':
      return { red: toExample(shape.entry) };
    case 'union': {
      const last = shape.options.at(-1);
      return last === undefined ? null : toExample(last);
    }
    case 'group':
      return Object.fromEntries(
        shape.members.map(({ name, shape: member }) => [name, toExample(member)]),
      );
  }
}

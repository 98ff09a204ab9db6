import type { Json, JsonSchema } from '@formwork/schema';
import { hasFrame, toCardLine, toCardText } from '../text/to-card-text.ts';
import { toCleanText } from '../text/to-clean-text.ts';
import type { Draft, ProjectionContext } from './projection.ts';

/** Most characters of a title and a description within a schema. */
const MAX_TITLE = 80;
const MAX_DESCRIPTION = 400;

/** Most characters of a default value or an example, as JSON. */
const MAX_VALUE = 400;

/** The annotations of a schema, cleaned; for output only its words. */
export function copyWords({ purpose }: ProjectionContext, schema: JsonSchema): Draft {
  const words: Draft = {};
  const { title, description, examples } = schema;
  if (typeof title === 'string') words['title'] = toCardLine(title, { most: MAX_TITLE });
  if (typeof description === 'string') {
    words['description'] = toCardText(description, { most: MAX_DESCRIPTION });
  }
  if (purpose === 'output') return words;
  if (Object.hasOwn(schema, 'default') && isShowable(schema['default'])) {
    words['default'] = schema['default'];
  }
  const shown = Array.isArray(examples) ? examples.filter(isShowable).slice(0, 3) : [];
  if (shown.length > 0) words['examples'] = shown;
  return words;
}

/** True for JSON that is short and whose texts are what they look like. */
function isShowable(value: unknown): value is Json {
  const text = JSON.stringify(value);
  if (text === undefined || text.length > MAX_VALUE || hasFrame(text)) return false;
  return toCleanText(text, { most: 500 }) === text;
}

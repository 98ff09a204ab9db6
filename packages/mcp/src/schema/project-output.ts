import type { JsonSchema } from '@formwork/schema';
import { projectSchema } from './project-schema.ts';
import type { ProjectionOutcome } from './projection.ts';

/**
 * Makes of an output schema one that every host compiles and checks alike. Hosts of the older SDK
 * know draft 07 only, and one schema that does not compile costs them the whole list.
 */
export function projectOutput(schema: JsonSchema): ProjectionOutcome {
  return projectSchema(schema, { purpose: 'output' });
}

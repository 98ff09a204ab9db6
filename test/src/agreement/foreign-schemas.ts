import { checkSchema, type JsonSchema } from '@formwork/schema';
import { PACKAGES } from '../forms/corpus/packages.ts';

/** Lists the usable object schemas that other people's packages contain, without repetitions. */
export async function listForeignSchemas(): Promise<readonly JsonSchema[]> {
  const schemas = new Map<string, JsonSchema>();
  for (const { read } of PACKAGES) {
    for (const { schema } of await read()) {
      const rooted = 'type' in schema || '$ref' in schema ? schema : { type: 'object', ...schema };
      const isUsable = checkSchema(rooted).every(({ severity }) => severity === 'warning');
      if (isUsable) schemas.set(JSON.stringify(rooted), rooted);
    }
  }
  return [...schemas.values()];
}

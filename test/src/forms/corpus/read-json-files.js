import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isRecord } from '@formwork/core';
const require = createRequire(import.meta.url);
/** The folder that a package was installed into. */
export function findPackage(name) {
    const file = require.resolve
        .paths(name)
        ?.map((folder) => join(folder, name))
        .find((folder) => hasFile(folder));
    if (file === undefined)
        throw new Error(`Cannot find ${name} as it must be installed.`);
    return file;
}
function hasFile(folder) {
    try {
        return readdirSync(folder).includes('package.json');
    }
    catch {
        return false;
    }
}
/** JSON of a file. */
export function readJson(path) {
    return JSON.parse(readFileSync(path, 'utf8'));
}
/** Schemas in files, in the order of their names. What one refers to in another comes with it. */
export function readJsonFiles(folder, { isSchema = () => true, isExample = () => false } = {}) {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.json') && !path.endsWith('package.json'))
        .toSorted();
    const schemas = paths.filter(isSchema).flatMap((path) => {
        const schema = readJson(join(folder, path));
        return isRecord(schema) ? [{ path, schema }] : [];
    });
    const byIdentifier = new Map(schemas.flatMap(({ schema }) => toIdentified(schema)));
    return schemas.map(({ path, schema }) => ({
        name: path,
        schema: bundle(schema, byIdentifier),
        examples: paths
            .filter((other) => isExample(other, path))
            .map((other) => readJson(join(folder, other))),
    }));
}
function toIdentified(schema) {
    const id = schema['$id'];
    return typeof id === 'string' ? [[id.replace(/#$/u, ''), schema]] : [];
}
/** The schema with those that it refers to, as a card would have to bring them. */
function bundle(schema, known) {
    const found = new Map();
    const waiting = [schema];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        for (const id of listReferences(next)) {
            const target = known.get(id);
            if (target === undefined || target === schema || found.has(id))
                continue;
            found.set(id, target);
            waiting.push(target);
        }
    }
    if (found.size === 0)
        return schema;
    const own = isRecord(schema['definitions']) ? schema['definitions'] : {};
    return { ...schema, definitions: { ...own, ...Object.fromEntries(found) } };
}
/** Identifiers of other documents in the references of a schema. */
function listReferences(schema) {
    const base = typeof schema['$id'] === 'string' ? schema['$id'] : '';
    return [...JSON.stringify(schema).matchAll(/"\$ref":"([^"#]+)/gu)].map(([, reference = '']) => URL.canParse(reference, base) ? new URL(reference, base).href : reference);
}

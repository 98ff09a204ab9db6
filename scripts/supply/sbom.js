// Writes a bill of materials (CycloneDX 1.6, JSON) of all packages that users of the published ones
// install or receive in pages: version, purl, licence, hash, and dependencies of each. It contains
// no time and no serial number, so that the same lockfile gives the same file.
//
//   node scripts/supply/sbom.js [FILE] [FOLDER]     default: sbom.cdx.json of this workspace

import { Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { PackageURL } from 'packageurl-js';
import parseExpression from 'spdx-expression-parse';
import { readSupply, WORKSPACE } from './lockfile.js';

const [file = 'sbom.cdx.json', folder = WORKSPACE] = process.argv.slice(2);
const { published, components } = readSupply(resolve(folder));

const bom = new Models.Bom();
bom.metadata.lifecycles.add(Enums.LifecyclePhase.PreBuild);
bom.metadata.component = new Models.Component(Enums.ComponentType.Application, 'formwork', {
  bomRef: 'formwork',
  version: published[0]?.version,
});

/** @type {Map<string, Models.Component>} By key, or name of ours. */
const known = new Map();
for (const { name, version, license } of published) {
  const component = toComponent({ name, version, license });
  bom.metadata.component.dependencies.add(component.bomRef);
  known.set(name, component);
}
for (const component of components) known.set(component.key, toComponent(component));
for (const { name, key = name, dependsOn } of [...published, ...components]) {
  const component = known.get(key);
  bom.components.add(component);
  for (const needed of dependsOn) component.dependencies.add(find(needed).bomRef);
}

const serializer = new Serialize.JsonSerializer(
  new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
);
const text = serializer.serialize(bom, { sortLists: true, space: 2 });
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
const fault = await validator.validate(text);
if (fault !== null) throw new Error(`Cannot write what is no CycloneDX: ${JSON.stringify(fault)}`);
writeFileSync(file, `${text}\n`);
console.log(
  `Wrote ${published.length} packages and ${components.length} that they need into ${relative(process.cwd(), resolve(file))}.`,
);

/** Finds the component for a key of the lockfile, ignoring the peers that the key may name. */
function find(needed) {
  const component = known.get(needed) ?? known.get(needed.replace(/\(.*$/u, ''));
  if (component === undefined) throw new Error(`Cannot find ${needed} in the lockfile.`);
  return component;
}

function toComponent({ name, version, license, integrity, homepage }) {
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = new PackageURL('npm', group, plain, version).toString();
  const component = new Models.Component(Enums.ComponentType.Library, plain, {
    bomRef: purl,
    group,
    version,
    purl,
  });
  if (license !== undefined) component.licenses.add(toLicense(license));
  if (integrity !== undefined) {
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], toDigits(integrity));
  }
  if (homepage !== undefined && URL.canParse(homepage)) {
    component.externalReferences.add(
      new Models.ExternalReference(homepage, Enums.ExternalReferenceType.Website),
    );
  }
  return component;
}

/**
 * Converts a hash from base64, as in the lockfile, to hexadecimal digits, as in a bill of
 * materials.
 */
function toDigits(integrity) {
  return Buffer.from(integrity.replace(/^sha512-/u, ''), 'base64').toString('hex');
}

function toLicense(license) {
  try {
    const { conjunction } = parseExpression(license);
    return conjunction === undefined
      ? new Models.SpdxLicense(license)
      : new Models.LicenseExpression(license);
  } catch {
    return new Models.NamedLicense(license);
  }
}

import type { Agent } from '@formwork/core';
import { dirname } from 'node:path';
import {
  generateTypes,
  type GeneratedTypes,
  type GenerateTypesOptions,
} from '../generate/generate-types.ts';
import type { TypeSource } from '../generate/type-source.ts';
import { fromAgent } from '../sources/from-agent.ts';
import type { FetchAgentCardOptions } from '../sources/fetch-agent-card.ts';
import { isAgent } from '../sources/read-agent-module.ts';
import { readTypeSource } from '../sources/read-type-source.ts';

/** A module to generate. */
export interface TypesTarget {
  /** What `readTypeSource` takes, or an agent, or a source that is at hand. */
  readonly source: string | Agent | TypeSource;
  /** Path of the module. */
  readonly file: string;
}

/** Options for generating modules. */
export interface TypesFileOptions extends GenerateTypesOptions {
  /** How to fetch cards. */
  readonly fetch?: FetchAgentCardOptions;
}

/** Generates the module of a target, without writing it. */
export async function generateTarget(
  { source, file }: TypesTarget,
  options: TypesFileOptions,
): Promise<GeneratedTypes> {
  return generateTypes(await toSource(source, file, options), options);
}

async function toSource(
  source: TypesTarget['source'],
  file: string,
  { fetch, limits }: TypesFileOptions,
): Promise<TypeSource> {
  if (typeof source !== 'string') return isAgent(source) ? fromAgent(source) : source;
  return readTypeSource(source, {
    relativeTo: dirname(file),
    ...(fetch && { fetch }),
    ...(limits && { limits }),
  });
}

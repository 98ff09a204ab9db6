import { createContext, useContext, type Context, type Provider, type ReactNode } from 'react';
import type { Messages } from '../messages/messages.ts';
import type { ResultPlace } from './place.ts';
import type { ResultRenderer } from './renderer.ts';
import type { SchemaReader } from './schema/create-schema-reader.ts';

/** The settings of everything within a result. */
export interface ResultSettings {
  readonly messages: Messages;
  readonly reader: SchemaReader;
  /** Sentences about what does not fit, by the pointer to it. */
  readonly problems: ReadonlyMap<string, string>;
  /** True while more may come. */
  readonly isPending: boolean;
  /** Level of headings within the result. */
  readonly headingLevel: number;
  /** Draws a value with the first renderer that takes it. */
  readonly draw: (place: ResultPlace) => ReactNode;
  /** The first renderer that takes a value. */
  readonly find: (place: ResultPlace) => ResultRenderer;
}

const ResultContext: Context<ResultSettings | undefined> = createContext<
  ResultSettings | undefined
>(undefined);

/** Hands settings down to the parts of a result. */
export const ResultProvider: Provider<ResultSettings | undefined> = ResultContext.Provider;

/** The settings of the result that a component stands in. */
export function useResult(): ResultSettings {
  const settings = useContext(ResultContext);
  if (settings === undefined) throw new Error('Cannot draw a value as it must be in a ResultView.');
  return settings;
}

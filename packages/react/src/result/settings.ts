import { createContext, useContext, type Context, type Provider, type ReactNode } from 'react';
import type { Messages } from '../messages/messages.ts';
import type { ResultPlace } from './place.ts';
import type { ResultRenderer } from './renderer.ts';
import type { SchemaReader } from './schema/create-schema-reader.ts';

/** The settings that every part of a result reads from the result around it. */
export interface ResultSettings {
  readonly messages: Messages;
  readonly reader: SchemaReader;
  /** Sentences about the problems of the result, by JSON pointer to the value. */
  readonly problems: ReadonlyMap<string, string>;
  /** True while more of the result may arrive. */
  readonly isPending: boolean;
  /** The level of the headings within the result. */
  readonly headingLevel: number;
  /** Draws a value with the first renderer that matches it. */
  readonly draw: (place: ResultPlace) => ReactNode;
  /** Finds the first renderer that matches a value. */
  readonly find: (place: ResultPlace) => ResultRenderer;
}

const ResultContext: Context<ResultSettings | undefined> = createContext<
  ResultSettings | undefined
>(undefined);

/** The React provider that hands the settings of a result down to its parts. */
export const ResultProvider: Provider<ResultSettings | undefined> = ResultContext.Provider;

/** The settings of the result that a component stands in. */
export function useResult(): ResultSettings {
  const settings = useContext(ResultContext);
  if (settings === undefined) throw new Error('Cannot draw a value as it must be in a ResultView.');
  return settings;
}

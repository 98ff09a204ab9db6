import { createContext, useContext, type Context, type Provider, type ReactNode } from 'react';
import type { Messages } from '../messages/messages.ts';
import type { ResultRenderer } from './renderer.ts';
import type { ResultValue } from './result-value.ts';
import type { SchemaReader } from './schema/create-schema-reader.ts';
import type { TableState } from './shape/table-choices.ts';

/** The settings of a result, which all components within the result read. */
export interface ResultSettings {
  readonly messages: Messages;
  readonly reader: SchemaReader;
  /** The sentences about the problems of the result, by JSON pointer (RFC 6901) to the value. */
  readonly problems: ReadonlyMap<string, string>;
  /** True while more of the result may arrive. */
  readonly isPending: boolean;
  /** The level of the headings within the result. */
  readonly headingLevel: number;
  /** The choices of a person about tables, by JSON pointer (RFC 6901) to the table. */
  readonly tables: Map<string, TableState>;
  /** Draws a value with the first renderer that matches it. */
  readonly draw: (node: ResultValue) => ReactNode;
  /** Finds the first renderer that matches a value. */
  readonly find: (node: ResultValue) => ResultRenderer;
}

const ResultContext: Context<ResultSettings | undefined> = createContext<
  ResultSettings | undefined
>(undefined);

/** The React provider that passes the settings of a result to the components within it. */
export const ResultProvider: Provider<ResultSettings | undefined> = ResultContext.Provider;

/** Returns the settings of the result that contains the calling component. */
export function useResult(): ResultSettings {
  const settings = useContext(ResultContext);
  if (settings === undefined)
    throw new Error('Cannot draw a value because it must be in a ResultView.');
  return settings;
}

import { createContext, type Context } from 'react';

/**
 * True for a yes or no that somebody has to say: it must be there and has no default. A switch would
 * answer for whoever does not look at it.
 */
export const AskedContext: Context<boolean> = createContext(false);

import { createValue } from './value.ts';

/**
 * True in the tab in which somebody is signing out, until it is done. The home page, to which it leads at once, waits for
 * the visitor's: drawn for the person once more it would ask for pictures with a session that is gone.
 */
export const signingOut = createValue(false);

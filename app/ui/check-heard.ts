// Around a text: who hears the answers of its checks, and whether its author looks at it.
import { createContext } from 'react';
import type { Check } from '#sync/contract/check-block.ts';

/** Called at every answer, and left alone where it fails; absent where nobody learns, as in an author's preview. */
export const CheckHeard = createContext<((check: Check, isRight: boolean) => Promise<void>) | undefined>(undefined);
/** A block that is no question says why. */
export const CheckFaultsShown = createContext(false);

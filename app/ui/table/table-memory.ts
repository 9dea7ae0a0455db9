import { createContext } from 'react';

/** Where tables keep what their person chose: hidden columns and saved views. Without it nothing is kept. */
export const TableMemory = createContext({
  read: (_key: string): string | null => null,
  write: (_key: string, _text: string | null): void => {},
});

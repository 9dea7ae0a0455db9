import { createContext } from 'react';

export type View = { id: string; list: string; name: string; search: string };

/** Where tables keep what their person chose: hidden columns on this device, and views with their account. Without it nothing is kept. */
export const TableMemory = createContext({
  read: (_key: string): string | null => null,
  write: (_key: string, _text: string | null): void => {},
  views: [] as readonly View[],
  /** Resolves with false after a failure, which was told. */
  saveView: async (_view: Omit<View, 'id'>): Promise<boolean> => false,
  deleteView: (_id: string): void => {},
});

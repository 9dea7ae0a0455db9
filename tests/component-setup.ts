// Runs before each file of the unit tests. One process runs many files: libraries stay loaded, and each file gets modules of ours with a
// state of its own, an empty device and an empty page.
import 'fake-indexeddb/auto';
import { GoTrueClient } from '@supabase/supabase-js';
import Dexie from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';

vi.resetModules();
vi.unstubAllGlobals();
vi.restoreAllMocks();
vi.useRealTimers();
globalThis.indexedDB = Dexie.dependencies.indexedDB = new IDBFactory();
// It counts its instances, and warns of a second one: those of the files before are gone.
(GoTrueClient as unknown as { nextInstanceID: object }).nextInstanceID = {};

if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // A test waits for a state as long as it takes: the library's one second is over on a busy machine before a screen has drawn.
  configure({ asyncUtilTimeout: 15_000 });
  cleanup();
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL('http://localhost:3000/');
}

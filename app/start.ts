// The first code of a page: it loads the language, and then the app, whose modules have their sentences when they are evaluated.
import { begin } from './ui/language.ts';

declare global {
  interface Window {
    /** For index.html, which says so where the app could not be loaded. */
    started?: Promise<unknown>;
  }
}

window.started = begin().then(() => import('./main.tsx'));

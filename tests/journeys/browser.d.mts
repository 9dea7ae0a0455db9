/** The full path of the first of these commands that is on the PATH; undefined for none. */
export function onPath(...names: string[]): string | undefined;
/** CHROMIUM_PATH, else a browser on the PATH, else Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined;
/** Throws one clear sentence where nothing is built. */
export function requireBuild(): void;
/** The path of a Chromium that is there now, installed if need be; throws one clear sentence otherwise. */
export function ensureChromium(): string;

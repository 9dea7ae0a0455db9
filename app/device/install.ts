// Whether and how the app can be installed on this device. Loaded first: browsers offer it once, soon after the start.
import { createValue, useValue } from './value.ts';

type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const offered = createValue<InstallPrompt | undefined>(undefined);

if (typeof window !== 'undefined') {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser covers the page with its own bar.
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => offered.set(undefined));
}

/** True in the window of an installed app. */
export const isInstalled = () => window.matchMedia('(display-mode: standalone)').matches;

/** 'prompt': the browser asks when we tell it to; the others by the browser's own menu. */
export type InstallWay = 'prompt' | 'ios' | 'mac' | 'firefox';

type Browser = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** An iPad says that it is a Mac; no Mac has a touchscreen. */
const isIos = ({ userAgent, maxTouchPoints }: Browser) =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** True on an iPad, whose browsers have Share at the top. */
export const isIpad = (browser: Browser = navigator): boolean =>
  isIos(browser) && !/iPhone|iPod/.test(browser.userAgent);

const isMacSafari = (browser: Browser) =>
  /Macintosh.*Version\/[\d.]+ Safari\//.test(browser.userAgent) && !isIos(browser);

/** How this browser installs an app by its own menu; undefined where it cannot, as inside another app. */
export function installByMenu(browser: Browser): Exclude<InstallWay, 'prompt'> | undefined {
  const { userAgent } = browser;
  if (isIos(browser))
    return /Safari\//.test(userAgent) && !/GSA\/|FBA[NV]|Instagram|LinkedIn|Line\//.test(userAgent) ? 'ios' : undefined;
  if (isMacSafari(browser)) return Number(/Version\/(\d+)/.exec(userAgent)?.[1]) >= 17 ? 'mac' : undefined;
  return /Android.*Firefox\//.test(userAgent) ? 'firefox' : undefined;
}

/** WebKit deletes what a page has stored after seven days of use without a visit to it, unless it is installed. */
export const isKeptForSevenDays = (browser: Browser = navigator): boolean =>
  (isIos(browser) || isMacSafari(browser)) && !isInstalled();

/** How the app can be installed here; undefined where it is installed or cannot be. `prompt` shows the browser's question. */
export function useInstall(): { way: InstallWay | undefined; prompt: () => void } {
  const offer = useValue(offered);
  const prompt = () => {
    // It may be asked once; after a refusal the browser offers it again.
    offered.set(undefined);
    void offer?.prompt().catch(() => undefined);
  };
  if (isInstalled()) return { way: undefined, prompt };
  return { way: offer ? 'prompt' : installByMenu(navigator), prompt };
}

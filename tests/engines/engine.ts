// What a driver of an engine (firefox.ts, webkit.ts) can do, and what a test does with it in a person's words.
import type { Page } from '@playwright/test';

export type Engine = {
  goto: (url: string) => Promise<void>;
  /** The value of an expression of JavaScript in the page, awaited when it is a promise; it arrives as JSON. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Clicks the element that the expression gives, as a hand does; false when it gives none. */
  click: (expression: string) => Promise<boolean>;
  /** Types into the element that has the focus. */
  type: (text: string) => Promise<void>;
  /** Ends the browser as a power cut does (SIGKILL), and starts it again on the same profile. */
  killAndRestart: () => Promise<void>;
  /** What the pages wrote to the console since the browser exists, uncaught errors included. */
  console: string[];
  /** Ends the browser and removes its profile. */
  remove: () => Promise<void>;
};

/** The name of an element as it is seen or read out: all of it, or what the expression finds in it. */
type Name = string | RegExp;

export type Tablet = {
  engine: Engine;
  goto: (path: string) => Promise<void>;
  /** The same as Playwright's, so that what reads a device works on any engine. */
  evaluate: Page['evaluate'];
  /** Waits until a visible element that the selector finds has this name. */
  sees: (selector: string, name: Name, milliseconds?: number) => Promise<void>;
  /** Clicks such an element, as soon as there is one. */
  click: (selector: string, name: Name) => Promise<void>;
  /** Types into the field with this label. */
  type: (label: Name, text: string) => Promise<void>;
  /** Waits until the condition holds; `what` is what the failure says. */
  until: (what: string, condition: () => Promise<unknown>, milliseconds?: number) => Promise<void>;
};

/** Runs in the page. */
function find(selector: string, name: string, isPattern: boolean): Element | null {
  const isNamed = (text: string) =>
    isPattern ? new RegExp(name).test(text) : text.replace(/\s+/g, ' ').trim() === name;
  for (const element of document.querySelectorAll<HTMLElement & { labels?: NodeListOf<HTMLElement> }>(selector)) {
    if (!element.checkVisibility()) continue;
    if (
      [element.getAttribute('aria-label'), element.labels?.[0]?.innerText, element.innerText].some((text) =>
        isNamed(text ?? ''),
      )
    )
      return element;
  }
  return null;
}

const finding = (selector: string, name: Name) =>
  `(${find})(${JSON.stringify(selector)}, ${JSON.stringify(name instanceof RegExp ? name.source : name)}, ${name instanceof RegExp})`;

/** Gives an engine the words of a person at the app that the wire leads to. */
export function tabletWith(engine: Engine, baseURL: string): Tablet {
  const until: Tablet['until'] = async (what, condition, milliseconds = 20_000) => {
    const end = Date.now() + milliseconds;
    let problem: unknown;
    for (;;) {
      // A page that is being left answers nothing; the next one does.
      try {
        if (await condition()) return;
      } catch (error) {
        problem = error;
      }
      if (Date.now() > end) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const shown = await engine
      .evaluate('location.pathname + "\\n" + document.body.innerText.slice(0, 800)')
      .catch(String);
    throw new Error(`Not within ${milliseconds} ms: ${what}. ${problem ?? ''}\nThe page shows ${shown}`);
  };
  const click: Tablet['click'] = (selector, name) =>
    until(`click on ${selector} "${name}"`, () => engine.click(finding(selector, name)));
  return {
    engine,
    goto: (path) => engine.goto(new URL(path, baseURL).href),
    evaluate: ((fn: unknown, argument?: unknown) =>
      engine.evaluate(`(${fn})(${JSON.stringify(argument)})`)) as Page['evaluate'],
    sees: (selector, name, milliseconds) =>
      until(`${selector} "${name}"`, () => engine.evaluate(`${finding(selector, name)} !== null`), milliseconds),
    click,
    type: async (label, text) => {
      // A field is read-only until its draft is read: strokes before that would do nothing.
      await click('input:read-write, textarea:read-write', label);
      await engine.type(text);
    },
    until,
  };
}

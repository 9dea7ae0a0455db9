declare module 'saxen' {
  type Decode = (text: string) => string;
  interface Hooks {
    openTag: (name: string, attributesOf: () => Record<string, string>, decode: Decode) => void;
    closeTag: (name: string) => void;
    text: (words: string, decode: Decode) => void;
    cdata: (words: string) => void;
    error: (fault: Error, context: () => { line: number }) => void;
  }
  export class Parser {
    on<K extends keyof Hooks>(hook: K, call: Hooks[K]): this;
    parse(text: string): void;
    stop(): void;
  }
}

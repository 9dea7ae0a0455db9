export declare function readDotEnv(): void;
export declare function endWithNpm(): void;
export declare function explain(usage: string, isKnown?: (words: string[]) => boolean): void;

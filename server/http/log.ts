import type { LogLevel } from '../env.ts';

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 };

export type LogFields = Record<string, string | number | boolean | null | undefined>;

/** Writes one line per event; never give it a token, a password or a query string. */
export type Log = Record<Exclude<LogLevel, 'silent'>, (event: string, fields?: LogFields) => void>;

export interface LogSettings {
  level: LogLevel;
  /** JSON lines for machines, or readable ones for a person at a terminal. */
  json: boolean;
  write?: (line: string) => void;
}

/** A log that keeps quiet below `level`. */
export function createLog({ level, json, write = (line) => process.stdout.write(line) }: LogSettings): Log {
  const at =
    (own: Exclude<LogLevel, 'silent'>) =>
    (event: string, fields: LogFields = {}) => {
      if (RANK[own] < RANK[level]) return;
      const time = new Date().toISOString();
      write(json ? `${JSON.stringify({ time, level: own, event, ...fields })}\n` : readable(time, own, event, fields));
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function readable(time: string, level: string, event: string, fields: LogFields): string {
  const words = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${name === 'stack' ? value : onOneLine(`${value}`)}`);
  return `${[time.slice(11, 23), level.toUpperCase().padEnd(5), event, ...words].join(' ')}\n`;
}

/** What came from outside, such as a path, must not look like a line of ours. */
function onOneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

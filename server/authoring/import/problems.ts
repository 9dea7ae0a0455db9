/** What is wrong with a course's files, as its author reads it. Lines count from 1. */
export interface Problem {
  file: string;
  line?: number | undefined;
  field?: string | undefined;
  message: string;
}

/** Thrown once for all the problems of a course; its message has a line for each. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(sentence).join('\n'));
    this.problems = problems;
  }
}

function sentence({ file, line, field, message }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place && `${place}: `}${field ? `\`${field}\`: ` : ''}${message}`;
}

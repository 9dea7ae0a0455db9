import { cleanName } from '#sync/contract/name.ts';

/** What is wrong with a course's files, as its author reads it. Lines count from 1. */
export interface Problem {
  file: string;
  line?: number | undefined;
  field?: string | undefined;
  message: string;
}

/** Its author corrects these first. */
const MOST_PROBLEMS = 100;
const LONGEST_MESSAGE = 1000;

/** The problems of a course as they are found: the first ones, and how many there are. */
export class ProblemList {
  readonly first: Problem[] = [];
  length = 0;

  /** A reading may end here: nobody is told of more. */
  get isFull(): boolean {
    return this.length >= MOST_PROBLEMS;
  }

  push(problem: Problem): void {
    this.length += 1;
    if (this.length > MOST_PROBLEMS) return;
    this.first.push(shortProblem(problem));
  }
}

const shortProblem = ({ file, line, field, message }: Problem): Problem => {
  return { file: shortened(file), line, field: field && shortened(field), message: shortened(message) };
};

const shortened = (text: string) => (text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)} ...` : text);

/** Thrown once for all the problems of a course; its message has a line for each. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  readonly problems: readonly Problem[];
  readonly count: number;

  /** `count` is how many there are, when these are only the first. */
  constructor(problems: readonly Problem[], count = problems.length) {
    const more = count - problems.length;
    const told = problems.map(shortProblem);
    super([...told.map(sentence), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'));
    this.problems = told;
    this.count = count;
  }
}

/** As its author reads it: whatever stands in a name, the problem has one line. */
export function sentence({ file, line, field, message }: Problem): string {
  const name = cleanName(file);
  const place = line === undefined ? name : `${name}:${line}`;
  return `${place && `${place}: `}${field ? `\`${field}\`: ` : ''}${message}`;
}

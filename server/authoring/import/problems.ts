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
    const { file, field, message } = problem;
    const short = { file: shortened(file), field: field && shortened(field), message: shortened(message) };
    this.first.push({ ...problem, ...short });
  }
}

const shortened = (text: string) => (text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)} ...` : text);

/** Thrown once for all the problems of a course; its message has a line for each. */
export class ContentError extends Error {
  override readonly name = 'ContentError';

  readonly problems: readonly Problem[];
  readonly count: number;

  /** `count` is how many there are, when these are only the first. */
  constructor(problems: readonly Problem[], count = problems.length) {
    const more = count - problems.length;
    super([...problems.map(sentence), ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'));
    this.problems = problems;
    this.count = count;
  }
}

/** As its author reads it. */
export function sentence({ file, line, field, message }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place && `${place}: `}${field ? `\`${field}\`: ` : ''}${message}`;
}

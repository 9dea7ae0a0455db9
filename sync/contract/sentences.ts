import type * as z from 'zod/mini';

// What a schema refuses, as a sentence with the label of the field: 'Visibility must be public, organization or private.'
// It stands for every rule that has no sentence of its own.

type Issue = z.core.$ZodRawIssue;

/** Labels that the field's name does not give. A map: a request may call its fields 'constructor'. */
const LABELS = new Map([
  ['startLessonIndex', 'First lesson'],
  ['endLessonIndex', 'Last lesson'],
  ['expiresAt', 'Expiry'],
  ['avatar_url', 'Picture'],
  ['instructorAvatar', 'Instructor picture'],
  ['thumbnail', 'Course picture'],
  ['body', 'Text'],
  ['ban_duration', 'Ban'],
  ['dryRun', 'Trial run'],
]);

/** The label of a field: 'Max uses' of ['maxUses'], 'Answers (row 2), text' of ['answers', 1, 'text']. */
export function fieldLabel(path: readonly PropertyKey[]): string {
  const parts: string[] = [];
  for (const key of path) {
    const row = typeof key === 'number' ? key : /^\d+$/.test(String(key)) ? Number(key) : undefined;
    if (row === undefined) parts.push(parts.length === 0 ? labelOf(String(key)) : labelOf(String(key)).toLowerCase());
    else parts.push(`${parts.pop() ?? 'List'} (row ${row + 1})`);
  }
  return parts.join(', ') || 'The request';
}

function labelOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^is /, '')
    .replace(/ ids$/, 's')
    .replace(/ id$/, '');
  return LABELS.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The sentence for an issue without one. */
export function issueSentence(issue: Issue): string {
  const label = fieldLabel(issue.path ?? []);
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return `${label} is required.`;
      return `${label} must be ${KINDS[issue.expected] ?? 'of another kind'}.`;
    case 'invalid_value':
      return `${label} must be ${ONE_OF.format(issue.values.map(String))}.`;
    case 'too_small':
      return `${label} ${tooSmall(issue)}.`;
    case 'too_big':
      return `${label} ${tooBig(issue)}.`;
    case 'not_multiple_of':
      return `${label} must be a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return `${label} must be ${FORMATS[issue.format] ?? 'written differently'}.`;
    case 'unrecognized_keys':
      return `${fieldLabel([...(issue.path ?? []), issue.keys[0] ?? ''])} is not expected here.`;
    default:
      return `${label} is not valid.`;
  }
}

const ONE_OF = new Intl.ListFormat('en', { type: 'disjunction' });
const NUMBER = new Intl.NumberFormat('en');

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Record<string, string> = {
  uuid: 'an id',
  datetime: 'a date and time such as 2026-11-22T18:00:00Z',
  date: 'a date such as 2026-11-22',
  email: 'an email address',
  url: 'a web address',
};

function tooSmall({ origin, minimum, inclusive = true }: Issue & { code: 'too_small' }): string {
  const least = NUMBER.format(minimum);
  if (origin === 'string') return minimum <= 1 ? 'is required' : `must have at least ${least} characters`;
  if (origin === 'array') return minimum <= 1 ? 'must have at least one entry' : `must have at least ${least} entries`;
  return inclusive ? `must be ${least} or more` : `must be more than ${least}`;
}

function tooBig({ origin, maximum, inclusive = true }: Issue & { code: 'too_big' }): string {
  const most = NUMBER.format(maximum);
  if (origin === 'string') return `may have at most ${most} characters`;
  if (origin === 'array') return `may have at most ${most} entries`;
  return inclusive ? `may be at most ${most}` : `must be less than ${most}`;
}

import { createHash } from 'node:crypto';
import { type Operation, operationContent } from '#sync/contract/operation.ts';

/** JSON with the keys of every object sorted, so that two spellings of one body are the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const parts = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${parts.join(',')}}`;
}

/** What a key was used for (Y9): over `operationContent`, so the same for the single call and in a batch. */
export function requestHash(operation: Operation): string {
  return createHash('sha256')
    .update(canonicalJson(operationContent(operation)))
    .digest('base64url');
}

import { expect, test } from 'vitest';
import { createLog } from '#server/http/log.ts';

test('a path cannot forge a line of the readable log', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', json: false, write: (line) => lines.push(line) });
  log.info('request', { path: '/api/x\n12:00:00.000 ERROR forged', status: 404 });
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd().split('\n')).toEqual([
    expect.stringContaining('path=/api/x\\x0a12:00:00.000 ERROR forged'),
  ]);
});

test('a stack keeps its lines', () => {
  const lines: string[] = [];
  createLog({ level: 'info', json: false, write: (line) => lines.push(line) }).error('x', { stack: 'at a\nat b' });
  expect(lines[0]).toContain('stack=at a\nat b');
});

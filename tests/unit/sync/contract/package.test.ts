// The words between packages, app and server, and the rule by which what a package says becomes progress.
import { describe, expect, test } from 'vitest';
import {
  applyReport,
  FromKeeper,
  FromPlayer,
  INTERACTION_ID_LIMIT,
  type KeeperMessage,
  LessonPackage,
  mergeReports,
  NewPackage,
  PACKAGE_LIMIT_BYTES,
  PackageChange,
  PackageFiles,
  type PackageNote,
  PackageProposal,
  PackageReport,
  type PackageStandard,
  PLAYER_PATH,
  PLAYER_WORKER_PATH,
  type PlayMessage,
  packageOrigin,
  packagePolicy,
  SentPackage,
  SUSPEND_DATA_LIMIT_BYTES,
  type ToKeeper,
  type ToPlayer,
} from '#sync/contract/package.ts';
import { applyChange, freshUnit } from '#sync/contract/progress.ts';

const ID = '3f2a91c4-0000-4000-8000-000000000001';
const place = (suspendData: string) => ({ location: '', suspendData });

describe('the state of a package', () => {
  test('passed stays, the best score counts, time adds up', () => {
    const passed = applyReport(undefined, { success: 'passed', score: 80, seconds: 60 });
    expect(applyReport(passed, { success: 'failed', score: 40, seconds: 5 })).toEqual({
      ...{ success: 'passed', score: 80, seconds: 65 },
    });
    expect(applyReport(passed, { success: 'failed', score: 20 })).toBe(passed);
  });

  test('the place that was left last counts, and a device shows its own', () => {
    const at = (hour: string) => `2026-12-01T${hour}:00:00.000Z`;
    const later = applyReport(undefined, { place: place('page 9') }, at('10'));
    expect(applyReport(later, { place: place('page 2') }, at('09'))).toBe(later);
    expect(applyReport(later, { place: place('page 2') }, at('11')).place?.suspendData).toBe('page 2');
    expect(applyReport(later, { place: place('page 2') }).place?.suspendData).toBe('page 2');
  });

  test('a completion stays while its package goes on, and a Reset forgets everything', () => {
    const done = applyChange(
      freshUnit(5),
      { lessonId: 5, status: 'completed', package: { score: 70, place: place('x') } },
      '2026-12-01T10:00:00.000Z',
    );
    const after = applyChange(
      done,
      { lessonId: 5, status: 'in_progress', package: { score: 90, success: 'failed' } },
      '2026-12-01T11:00:00.000Z',
    );
    expect(after).toMatchObject({ status: 'completed', completedAt: '2026-12-01T10:00:00.000Z' });
    expect(after.package).toEqual({ success: 'failed', score: 90, place: place('x'), seconds: 0 });
    expect(applyChange(after, { lessonId: 5, status: 'not_started' }, 'now').package).toBeUndefined();
  });

  test('two reports are one, unless one cannot carry both', () => {
    const one = { id: 'q1', result: 'incorrect' };
    expect(mergeReports({ seconds: 3, score: 10, interactions: [one] }, { seconds: 4, place: place('b') })).toEqual({
      ...{ seconds: 7, score: 10, place: place('b'), interactions: [one] },
    });
    const many = Array.from({ length: 60 }, () => one);
    expect(mergeReports({ interactions: many }, { interactions: many })).toBeUndefined();
  });
});

describe('what is taken', () => {
  test('64 KB of suspend data by bytes, and no byte more', () => {
    const report = (suspendData: string) => PackageReport.safeParse({ place: place(suspendData) }).success;
    expect(report('é'.repeat(SUSPEND_DATA_LIMIT_BYTES / 2))).toBe(true);
    expect(report(`${'é'.repeat(SUSPEND_DATA_LIMIT_BYTES / 2)}a`)).toBe(false);
    expect(PackageReport.safeParse({ interactions: [{ id: 'x'.repeat(INTERACTION_ID_LIMIT + 1) }] }).success).toBe(
      false,
    );
  });

  test('hosts by name, without scheme, path and port', () => {
    const hosts = (...hosts: string[]) => PackageChange.safeParse({ hosts, popups: false }).success;
    expect(hosts('media.example.org', '*.example.org', ' Media.Example.org ')).toBe(true);
    for (const host of ['https://a.example', 'a.example/x', '*', 'localhost', 'a.example; script-src *', 'a.example:1'])
      expect(hosts(host), host).toBe(false);
  });

  test('the messages of the second origin, and nothing else', () => {
    const message = { type: 'report', isCompleted: true, report: { score: 101 } };
    expect(FromPlayer.safeParse(message).success).toBe(false);
    expect(FromPlayer.safeParse({ ...message, report: { score: 100 } }).success).toBe(true);
    expect(FromKeeper.safeParse({ type: 'kept', id: 'x' }).success).toBe(false);
    const sent: [PlayMessage | KeeperMessage, ToPlayer, ToKeeper] = [
      { groundwork: 'keeper' },
      { type: 'end' },
      { type: 'remove', id: ID },
    ];
    expect(sent).toHaveLength(3);
    expect(NewPackage.parse({ filePath: 'a' })).toEqual({ filePath: 'a' });
    expect(SentPackage.safeParse({}).success).toBe(false);
  });

  test('a lesson, its files and a proposal', () => {
    const standard: PackageStandard = 'scorm12';
    const note: PackageNote = 'flash';
    expect(LessonPackage.safeParse({ id: ID, origin: ':3001', standard, bytes: 1, start: 'a.html' }).success).toBe(
      true,
    );
    const files = [{ path: 'a.html', bytes: 1, etag: '"a"' }];
    expect(PackageFiles.safeParse({ id: ID, base: `/p/x/${ID}/`, ticketEndsAt: '', files }).success).toBe(true);
    const proposal = { title: 'A', standard, version: '1.2', items: [], files: 1, bytes: PACKAGE_LIMIT_BYTES };
    expect(PackageProposal.safeParse({ ...proposal, notes: [{ note }], hosts: [] }).success).toBe(true);
  });
});

describe('the second origin', () => {
  test('is a port of the same host, a host, or a host for each package', () => {
    expect(packageOrigin(':3001', ID, 'http://192.168.1.5:3000')).toBe('http://192.168.1.5:3001');
    expect(packageOrigin('https://content.example.org', ID, 'https://example.org')).toBe('https://content.example.org');
    expect(packageOrigin('https://*.content.example.org', ID, '')).toBe(`https://${ID}.content.example.org`);
    expect([PLAYER_PATH, PLAYER_WORKER_PATH]).toEqual(['/player.html', '/worker.js']);
  });

  test('reaches nothing but itself and what its author allows', () => {
    const policy = packagePolicy(['media.example.org'], 'https://app.example.org');
    expect(policy).toContain("connect-src 'self' data: blob: https://media.example.org;");
    expect(policy).toContain("frame-ancestors 'self' https://app.example.org");
  });
});

import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Told } from '#sync/contract/organization.ts';
import { Refusal } from '#sync/contract/refusal.ts';
import { auditLog } from '../../audit/audit-log.ts';
import { type Db, run, type Steps, type TxContext } from '../../db/client.ts';
import { type AuditActor, auditColumns } from '../../http/actor.ts';
import type { Person } from '../../permissions.ts';
import { requireEditable, requireEditableLesson } from '../editable.ts';

/**
 * Gives a lesson's film its captions, or takes them away with null. Refuses `lesson_not_found`, `media_not_found` without
 * a film, `captions_not_readable`, and `access_denied` for a film that somebody else's lessons show too.
 */
export async function writeCaptions(
  db: Db,
  acting: AuditActor,
  { lessonId, captions }: { lessonId: number; captions: string | null },
): Promise<Told> {
  const { assets, lessons } = db.tables;
  await db.transact(function* (source) {
    const { lesson, course } = yield* requireEditableLesson(source, acting.actor, { lessonId });
    if (!lesson.assetId) throw new Refusal('media_not_found');
    const text = captions === null ? null : readWebVtt(captions);
    yield* requireAllEditable(source, acting.actor, lesson.assetId);
    yield* run(
      source
        .update(assets)
        .set({ captions: text, captionsRev: sql`${assets.captionsRev} + 1` })
        .where(eq(assets.id, lesson.assetId)),
    );
    yield* run(source.update(lessons).set({ updatedAt: acting.now }).where(eq(lessons.id, lessonId)));
    const action = text === null ? 'lesson.captions_deleted' : 'lesson.captions_written';
    const act = { action, organizationId: course.organizationId, subject: String(lessonId) };
    const details = { courseId: course.id, title: lesson.title };
    yield* run(auditLog(source, { ...auditColumns(acting), ...act, details }));
  });
  return { message: captions === null ? 'Captions deleted' : 'Captions saved' };
}

/** The clips of the sample courses are shared: what is written for one lesson is read in all of them. */
function* requireAllEditable(source: TxContext, actor: Person, assetId: string): Steps<void> {
  const { lessons } = source.tables;
  const shown = yield* run(
    source
      .selectDistinct({ courseId: lessons.courseId })
      .from(lessons)
      .where(and(eq(lessons.assetId, assetId), isNull(lessons.retiredAt))),
  );
  for (const { courseId } of shown) {
    try {
      yield* requireEditable(source, actor, courseId);
    } catch (error) {
      throw error instanceof Refusal ? new Refusal('access_denied', {}, SHARED) : error;
    }
  }
}

const SHARED =
  'Lessons of somebody else show this video too. Upload it for this lesson to give it captions of its own.';

// WebVTT as players read it, strict where a mistake would make them drop a caption without a word.

const TIMES =
  /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t]+\S.*)?$/;
const TIMES_WITH_COMMA = /\d{2}:\d{2},\d{3}/;

/** The captions with plain line ends; refuses `captions_not_readable`, naming the `line` and what is wrong with it. */
export function readWebVtt(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) throw wrong(1, firstLineWords(lines));
  let cues = 0;
  let at = headerEnd(lines);
  while (at < lines.length) {
    if (lines[at]?.trim() === '') at += 1;
    else {
      const block = lines.slice(at, blockEnd(lines, at));
      if (judgeBlock(block, at)) cues += 1;
      at += block.length;
    }
  }
  if (cues === 0) throw wrong(lines.length, 'there is no caption in this file.');
  return `${lines.join('\n').trimEnd()}\n`;
}

function firstLineWords(lines: string[]): string {
  const looksLikeSrt = lines.slice(0, 4).some((line) => TIMES_WITH_COMMA.test(line));
  const hint = looksLikeSrt ? ' This looks like SubRip (.srt); please save it as WebVTT (.vtt).' : '';
  return `the file must begin with WEBVTT.${hint}`;
}

/** The header goes to the first empty line; a caption in it would never be shown. */
function headerEnd(lines: string[]): number {
  const end = blockEnd(lines, 0);
  const arrow = lines.slice(0, end).findIndex((line) => line.includes('-->'));
  if (arrow !== -1) throw wrong(arrow + 1, 'an empty line must stand between WEBVTT and the first caption.');
  return end;
}

/** Looks from here on alone: a file of a hundred thousand blocks is read once. */
function blockEnd(lines: string[], from: number): number {
  let end = from;
  while (end < lines.length && lines[end]?.trim() !== '') end += 1;
  return end;
}

/** True for a caption, false for a note, a style or a region. `at` is the index of the block's first line. */
function judgeBlock(block: string[], at: number): boolean {
  const arrow = block.findIndex((line) => line.includes('-->'));
  if (arrow === -1) {
    if (/^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0] ?? '')) return false;
    throw wrong(at + 1, 'a line with times such as 00:01.000 --> 00:04.000 is missing.');
  }
  if (arrow > 1) throw wrong(at + arrow + 1, 'an empty line must stand before the next caption.');
  const line = block[arrow] ?? '';
  const [, start = '', end = ''] = TIMES.exec(line.trim()) ?? [];
  if (start === '') throw wrong(at + arrow + 1, timesWords(line));
  if (secondsOf(end) <= secondsOf(start)) throw wrong(at + arrow + 1, 'a caption must end after it begins.');
  const next = block.findIndex((each, n) => n > arrow && each.includes('-->'));
  if (next !== -1) throw wrong(at + next + 1, 'an empty line must stand before the next caption.');
  return true;
}

function timesWords(line: string): string {
  const hint = TIMES_WITH_COMMA.test(line) ? ' (with a point, not a comma)' : '';
  return `times must look like 00:01.000 --> 00:04.000${hint}.`;
}

function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function wrong(line: number, words: string): Refusal {
  const details = { field: 'captions', line };
  return new Refusal('captions_not_readable', details, `These captions are not WebVTT. Line ${line}: ${words}`);
}

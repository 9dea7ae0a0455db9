// What stays of two accounts' work in the same lesson, or in the same round of a course.
import { mergeRanges, REFLECTION_LIMIT } from '#sync/contract/progress.ts';
import type { Tables } from '../db/schema.ts';

type PastRound = Tables['pastRounds']['$inferSelect'];
export type UnitRow = Tables['unitProgress']['$inferSelect'];

const RANK = { not_started: 0, in_progress: 1, completed: 2 };
export const earliest = (...dates: (Date | null)[]) =>
  dates.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
export const latest = (...dates: (Date | null)[]) =>
  dates.filter((date) => date !== null).sort((a, b) => b.getTime() - a.getTime())[0] ?? null;

/** The better progress of two accounts in one lesson: nothing that was reached, watched or written is lost. */
export function betterUnit(kept: UnitRow, gone: UnitRow): UnitRow {
  const [best] = [kept, gone].sort((a, b) => RANK[b.status] - RANK[a.status]);
  const [newest] = [kept, gone].sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime());
  const written = [...new Set([kept.reflection, gone.reflection].filter((text) => text?.trim()))];
  return {
    ...kept,
    status: best?.status ?? kept.status,
    completedAt: earliest(kept.completedAt, gone.completedAt),
    positionSeconds: newest?.positionSeconds ?? kept.positionSeconds ?? gone.positionSeconds,
    watched: mergeRanges(kept.watched, gone.watched),
    reflection: written.length > 0 ? written.join('\n\n').slice(0, REFLECTION_LIMIT) : null,
    updatedAt: newest?.updatedAt ?? kept.updatedAt,
    // Devices of both accounts see a change.
    rev: Math.max(kept.rev, gone.rev) + 1,
  };
}

/** The round is over since the first of both renewals, and completed if either completed it. */
export const betterRound = (kept: PastRound, gone: PastRound): PastRound => ({
  ...kept,
  percent: Math.max(kept.percent, gone.percent),
  pointsEarned: Math.max(kept.pointsEarned, gone.pointsEarned),
  totalPoints: Math.max(kept.totalPoints, gone.totalPoints),
  enrolledAt: earliest(kept.enrolledAt, gone.enrolledAt) ?? kept.enrolledAt,
  completedAt: earliest(kept.completedAt, gone.completedAt),
  lastActivityAt: latest(kept.lastActivityAt, gone.lastActivityAt),
  endedAt: earliest(kept.endedAt, gone.endedAt) ?? kept.endedAt,
});

// What drizzle-kit reads to write the migrations of one engine; the server itself takes the tables from client.ts.
import { sqliteKit } from './kit.ts';
import { defineSchema } from './schema.ts';

export const {
  organizations,
  profiles,
  courses,
  courseModules,
  assets,
  lessons,
  videoUploads,
  courseGrants,
  invitations,
  invitationUses,
  quizQuestions,
  quizAnswers,
  quizVersions,
  courseProgress,
  unitProgress,
  quizAttempts,
  quizFigures,
  courseRatings,
  certificates,
  appliedOps,
  authUsers,
  authSessions,
  oneTimeTokens,
  mailOutbox,
  auditLog,
  rateLimits,
  meta,
} = defineSchema(sqliteKit);

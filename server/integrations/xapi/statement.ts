// A statement as xAPI 1.0.3 has it. People are accounts of this installation: no name and no address leaves it.
import { createHash } from 'node:crypto';
import type { StatementType } from '#sync/contract/statement.ts';
import type { Tables } from '../../db/schema.ts';

type Row = Tables['xapiStatements']['$inferSelect'];

const ADL = 'http://adlnet.gov/expapi';
const VERBS = {
  registered: `${ADL}/verbs/registered`,
  completed: `${ADL}/verbs/completed`,
  passed: `${ADL}/verbs/passed`,
  failed: `${ADL}/verbs/failed`,
  earned: 'http://id.tincanapi.com/verb/earned',
  unregistered: 'http://id.tincanapi.com/verb/unregistered',
  voided: `${ADL}/verbs/voided`,
};
const VERB_OF: Record<Exclude<StatementType, 'quiz.attempted'>, keyof typeof VERBS> = {
  'course.enrolled': 'registered',
  'lesson.completed': 'completed',
  'course.completed': 'completed',
  'course.certified': 'earned',
  'course.unenrolled': 'unregistered',
  'certificate.revoked': 'voided',
};
const ACTIVITY_TYPES = {
  course: `${ADL}/activities/course`,
  lesson: `${ADL}/activities/lesson`,
  certificate: 'https://www.opigno.org/en/tincan_registry/activity_type/certificate',
};

const activity = (type: keyof typeof ACTIVITY_TYPES, id: string, title: string) => ({
  objectType: 'Activity',
  id,
  // 'und': titles are in whatever language their author wrote.
  definition: { type: ACTIVITY_TYPES[type], name: { und: title } },
});

/** The same row gives the same statement, so that a store knows one that it has. */
export function statementOf({ statementId, userId, type, data, doneAt }: Row, publicUrl: string): object {
  const { courseId, courseTitle, round, lessonId, lessonTitle = '', score, passed, durationMs, voids } = data;
  const address = `${publicUrl}/course/${courseId}`;
  const course = activity('course', address, courseTitle);
  const isCertificate = type === 'course.certified';
  const lesson = lessonId !== undefined && activity('lesson', `${address}/lesson/${lessonId}`, lessonTitle);
  const part = isCertificate ? activity('certificate', `${address}/certificate`, courseTitle) : lesson;
  const verb = type === 'quiz.attempted' ? (passed ? 'passed' : 'failed') : VERB_OF[type];
  const result =
    score === undefined
      ? verb === 'completed' && { completion: true }
      : {
          success: passed,
          score: { scaled: score / 100, raw: score, min: 0, max: 100 },
          ...(durationMs !== undefined && { duration: `PT${(durationMs / 1000).toFixed(2)}S` }),
        };
  return {
    id: statementId,
    actor: { objectType: 'Agent', account: { homePage: publicUrl, name: userId } },
    verb: { id: VERBS[verb], display: { 'en-US': verb } },
    // What a revoked certificate said is void: the store shows it no longer.
    object: voids ? { objectType: 'StatementRef', id: voids } : part || course,
    ...(result && { result }),
    context: {
      registration: uuidOf(`registration/${userId}/${courseId}/${round}`),
      // Allowed beside an activity alone.
      ...(!voids && { platform: 'Groundwork' }),
      ...(part && !voids && { contextActivities: { parent: [course] } }),
    },
    timestamp: doneAt.toISOString(),
  };
}

/** The namespace of our ids; any fixed uuid would do. */
const NAMESPACE = Buffer.from('5b1d0f6ac2f24c7e9a4e3d8b7710c2f1', 'hex');

/** The uuid of a name, always the same: version 5 of RFC 9562. */
export function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

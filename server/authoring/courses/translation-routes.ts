// The translations of a course over HTTP, for its authors.
import { Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { TranslationChange, TranslationPublishing } from '#sync/contract/translation.ts';
import { isLanguage } from '#sync/contract/words.ts';
import type { Http } from '../../deps.ts';
import { requireAdmin } from '../../http/actor.ts';
import { auditActorOf } from '../../http/audit-log.ts';
import { LIST_BYTES, validate, validateId } from '../../http/validate.ts';
import {
  deleteTranslation,
  listTranslations,
  publishTranslation,
  readTranslation,
  writeTranslation,
} from './translations.ts';

const courseIn = (id: string | undefined) => validateId(id, 'course_not_found');

function whichIn({ id, language = '' }: { id?: string; language?: string }) {
  const courseId = courseIn(id);
  if (isLanguage(language)) return { courseId, language };
  const message = 'A language is named by its tag, such as es or pt-BR.';
  throw new Refusal('validation_failed', { field: 'language' }, message);
}

const PATH = '/admin/courses/:id/translations/:language';

export const translationRoutes = new Hono<Http>()
  .get('/admin/courses/:id/translations', requireAdmin, async (c) => {
    return c.json(await listTranslations(c.var.deps.db, c.var.actor, courseIn(c.req.param('id'))));
  })
  .get(PATH, requireAdmin, async (c) => {
    return c.json({ translation: await readTranslation(c.var.deps.db, c.var.actor, whichIn(c.req.param())) });
  })
  .put(PATH, requireAdmin, validate(TranslationChange, { maxBytes: LIST_BYTES }), async (c) => {
    const which = whichIn(c.req.param());
    return c.json(await writeTranslation(c.var.deps.db, auditActorOf(c), which, c.req.valid('json')));
  })
  .post(`${PATH}/publish`, requireAdmin, validate(TranslationPublishing), async (c) => {
    const { isPublished } = c.req.valid('json');
    await publishTranslation(c.var.deps.db, auditActorOf(c), { ...whichIn(c.req.param()), isPublished });
    return c.json({ isPublished });
  })
  .delete(PATH, requireAdmin, async (c) => {
    await deleteTranslation(c.var.deps.db, auditActorOf(c), whichIn(c.req.param()));
    return c.json({ message: 'Translation deleted' });
  });

// Films on their way in (V2): a signed target, the file, the end.

import { Hono } from 'hono';
import { Refusal } from '#sync/contract/refusal.ts';
import { UploadDone, UploadWanted } from '#sync/contract/video.ts';
import { accept, acceptUuid } from '../http/accept.ts';
import { actingOf, requireAdmin } from '../http/admin.ts';
import type { Http } from '../http/context.ts';
import { completeUpload } from './complete-upload.ts';
import { sentBody } from './sent-body.ts';
import { startUpload } from './start-upload.ts';
import { takeUpload } from './take-upload.ts';

/** Below /api. */
export const uploadRoutes = new Hono<Http>()
  .post('/videos/signed-upload', requireAdmin, accept(UploadWanted), async (c) => {
    c.header('Cache-Control', 'no-store');
    return c.json(await startUpload(c.var.deps, actingOf(c), c.req.valid('json')));
  })
  .post('/videos/upload-complete', requireAdmin, accept(UploadDone), async (c) => {
    return c.json(await completeUpload(c.var.deps, actingOf(c), c.req.valid('json')));
  });

/** Below /media: where the disk driver takes files. The token is the right, whoever sends it. */
export const arrivalRoutes = new Hono<Http>().put('/uploads/:id', async (c) => {
  if (c.var.deps.env.storage !== 'disk') throw new Refusal('upload_not_found');
  const uploadId = acceptUuid(c.req.param('id'), 'upload_not_found');
  const token = /^(?:Bearer +)?(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const { size } = await takeUpload(c.var.deps, { uploadId, token, body: sentBody(c) });
  return c.json({ message: 'Received', size });
});

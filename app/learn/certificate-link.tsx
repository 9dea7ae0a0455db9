import { Award } from 'lucide-react';
import { readCertificate } from '#sync/store/reads.ts';
import { useEngine } from '../device/active-user.tsx';
import { useLiveQuery } from '../device/live-query.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';

type CertificateLinkProps = {
  courseId: number;
  /** True when every lesson is completed, unsent work included. */
  isComplete: boolean;
};

/** The link to a course's certificate, with a note while it has not been issued yet. A later Reset does not remove it. */
export function CertificateLink({ courseId, isComplete }: CertificateLinkProps) {
  const { replica } = useEngine();
  const read = useLiveQuery(
    async () => ({ certificate: await readCertificate(replica, courseId) }),
    [replica, courseId],
  );
  if (!read?.certificate && !isComplete) return null;
  return (
    <div className="flex flex-col gap-2">
      <Button icon={Award} to={paths.certificate(courseId)} variant="secondary" className="w-full">
        View certificate
      </Button>
      {read && !read.certificate && (
        <p className="text-ink-soft text-sm">Your certificate will be issued at the next sync.</p>
      )}
    </div>
  );
}

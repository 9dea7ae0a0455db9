import { Badge } from '../../ui/badge.tsx';

/** 'Published' or 'Draft'. */
export function PublishedBadge({ isPublished }: { isPublished: boolean }) {
  return <Badge tone={isPublished ? 'complete' : 'neutral'}>{isPublished ? 'Published' : 'Draft'}</Badge>;
}

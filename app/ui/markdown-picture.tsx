import { ImageOff } from 'lucide-react';
import { createContext, useContext, useEffect, useState } from 'react';
import { isOwnAddress, pictureSize } from '#sync/contract/lesson-pictures.ts';

/** Where else a picture of the text may be had that could not be loaded; null for nowhere. */
export const FreshAddress = createContext<((address: string) => Promise<string | null>) | undefined>(undefined);

/** A picture in a text: no wider than the text, its place kept free where its size is known, its words where it cannot be had. */
export function MarkdownPicture({
  src: named,
  alt = '',
  title,
}: {
  src?: string | null;
  alt?: string;
  title?: string;
}) {
  const src = named ?? '';
  const fresh = useContext(FreshAddress);
  const [tries, setTries] = useState<{ address: string | null; count: number }>({ address: src, count: 0 });
  const isLost = tries.address === null;
  useEffect(() => {
    if (!isLost) return;
    const again = () => setTries(({ count }) => ({ address: src, count: count + 1 }));
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isLost, src]);

  const onError = () => {
    setTries(({ count }) => ({ address: null, count: count + 1 }));
    if (tries.count > 0 || !isOwnAddress(src)) return;
    void fresh?.(src).then(
      (address) => address && setTries(({ count }) => ({ address, count })),
      () => undefined,
    );
  };
  if (tries.address === null || !mayLoad(src)) return <LostPicture alt={alt} />;
  const size = pictureSize(src);
  return (
    <img
      key={tries.count}
      src={tries.address}
      alt={alt}
      title={title}
      loading="lazy"
      decoding="async"
      {...size}
      onError={onError}
    />
  );
}

/** Our policy loads pictures from here and over https alone: any other would only be an error in the console. */
function mayLoad(address: string): boolean {
  return isOwnAddress(address) || /^https:\/\//i.test(address);
}

function LostPicture({ alt }: { alt: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-sunken px-3 py-2 text-ink-soft text-sm">
      <ImageOff aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{alt || 'A picture that cannot be shown here'}</span>
    </span>
  );
}

import { useCallback, useRef, useState } from 'react';
import type { Lesson } from '#sync/contract/lesson.ts';
import { requestMediaToken } from '../../api/media-token.ts';
import { holdPlace, takePlace } from './playhead.ts';

type MediaAddress = {
  address: string;
  captionsAddress: string | null;
  /** True when the video cannot be played for now. */
  hasFailed: boolean;
  /** To be called on the element's error: loads once more, then asks for a token (V4), then gives up. */
  onFailure: (video: HTMLVideoElement | null) => void;
  /** To be called when the element knows its metadata: everything is well, and the video goes on where it was. */
  onPlayable: (video: HTMLVideoElement) => void;
  retry: () => void;
};

/** What did not help at once is no help: without this a broken file would be asked for again for ever. */
const TRIES_FORGOTTEN_MS = 60_000;

const assetId = (videoUrl: string) => /^\/media\/([^/?]+)/.exec(videoUrl)?.[1];
function withQuery(url: string, query: { token: string | null; again: number }): string {
  const search = new URLSearchParams();
  if (query.token) search.set('token', query.token);
  if (query.again) search.set('again', String(query.again));
  return search.size > 0 ? `${url}${url.includes('?') ? '&' : '?'}${search}` : url;
}

/**
 * The addresses of a lesson's video and captions. They are stable; before a service worker adds the bearer, a protected
 * video needs a token, and a token may run out in the middle: then a new one is asked for and the video goes on at the
 * same second.
 */
export function useMediaAddress(lesson: Pick<Lesson, 'videoUrl' | 'captionsUrl'>, isSignedIn: boolean): MediaAddress {
  const [token, setToken] = useState<string | null>(null);
  const [again, setAgain] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const tries = useRef({ count: 0, since: Number.NEGATIVE_INFINITY });
  /** The element that was playing when it failed. */
  const played = useRef<HTMLVideoElement>(undefined);
  const videoUrl = lesson.videoUrl ?? '';

  const onFailure = async (video: HTMLVideoElement | null) => {
    if (video) {
      holdPlace(video);
      if (!video.paused) played.current = video;
    }
    const { count, since } = tries.current;
    const isNew = performance.now() - since > TRIES_FORGOTTEN_MS;
    tries.current = isNew ? { count: 1, since: performance.now() } : { count: count + 1, since };
    // A service worker that takes over in the middle breaks the stream, and Chromium would go on with what it holds of
    // the same address: another query is another stream.
    if (tries.current.count === 1) return setAgain((count) => count + 1);
    const asset = assetId(videoUrl);
    const fresh =
      tries.current.count === 2 && isSignedIn && asset ? await requestMediaToken(asset).catch(() => null) : null;
    if (fresh) setToken(fresh);
    else setHasFailed(true);
  };

  const retry = useCallback(() => {
    tries.current = { count: 0, since: Number.NEGATIVE_INFINITY };
    setHasFailed(false);
    setAgain((count) => count + 1);
  }, []);

  return {
    address: withQuery(videoUrl, { token, again }),
    captionsAddress: lesson.captionsUrl && withQuery(lesson.captionsUrl, { token, again: 0 }),
    hasFailed,
    onFailure: (video) => void onFailure(video),
    onPlayable: (video) => {
      setHasFailed(false);
      takePlace(video);
      if (played.current === video) void video.play().catch(() => undefined);
      played.current = undefined;
    },
    retry,
  };
}

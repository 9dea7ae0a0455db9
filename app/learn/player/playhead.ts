// Where a video stands, also while its stream is being loaded: such an element knows no position, and what is asked of it in
// that moment would be lost.
const wishes = new WeakMap<HTMLVideoElement, number>();

/** The second at which the video stands, or will stand once it knows its length. */
export function positionOf(video: HTMLVideoElement): number {
  return wishes.get(video) ?? video.currentTime;
}

/** Moves to a second inside the video; while it is being loaded, the video begins there. */
export function seekTo(video: HTMLVideoElement, seconds: number): void {
  const aim = Math.max(0, seconds);
  if (!wishes.has(video) && video.duration > 0) {
    video.currentTime = Math.min(aim, video.duration);
    return;
  }
  wishes.set(video, aim);
  // The controls read the element after its events, and this one it does not send without a stream.
  video.dispatchEvent(new Event('seeking'));
}

/** Holds the place of a video whose stream is about to be loaded again. */
export function holdPlace(video: HTMLVideoElement): void {
  wishes.set(video, positionOf(video));
}

/** To be called when the length is known: goes to the place that was held or asked for. */
export function takePlace(video: HTMLVideoElement): void {
  const aim = wishes.get(video);
  if (aim === undefined) return;
  wishes.delete(video);
  seekTo(video, aim);
}
